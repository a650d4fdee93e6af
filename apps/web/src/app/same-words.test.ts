import { FACTS_IN_WORDS, mostBackInWords } from '@trefoil/core/facts/words'
import { authEventKinds, describeAuthEvent } from '@trefoil/core/identity/auth-events'
import { PASSCODE_FAULTS } from '@trefoil/core/identity/passcode'
import { CHECK_TITLES, VERDICTS } from '@trefoil/core/proofs/titles'
import { expect, test } from 'vitest'
import { factsCopy } from '../features/public-pages/facts-copy.ts'
import { mostBackInWords as mostBackOnPage } from '../features/public-pages/facts-formats.ts'
import { eventCopy } from '../features/settings/event-copy.ts'
import { verifyCopy } from '../features/verify/copy.ts'
import { passcodeCopy } from '../lib/passcode-copy.ts'

test('in English, a page says in the same words what the server, a file and the verifier say', () => {
  expect(eventCopy).toEqual(Object.fromEntries(authEventKinds.map((kind) => [kind, describeAuthEvent(kind)])))
  expect(passcodeCopy).toEqual(PASSCODE_FAULTS)
  expect(verifyCopy.checks).toEqual(CHECK_TITLES)
  expect(verifyCopy.verdicts).toEqual(VERDICTS)
  expect(factsCopy.words).toEqual(FACTS_IN_WORDS)
  for (const basis_points of [0, 5_000, 10_000, 25_000])
    expect(mostBackOnPage({ basis_points, stage: 3 })).toBe(mostBackInWords({ basis_points, stage: 3 }))
})
