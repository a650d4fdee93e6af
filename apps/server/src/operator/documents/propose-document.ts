import { createHash } from 'node:crypto'
import type { proposeConsentRules as rulesRoute, proposeDocument as route } from '@trefoil/contract/operator/documents'
import type { BodyOf } from '@trefoil/contract/route'
import { isCountry } from '@trefoil/core/consent/countries'
import { Refusal } from '@trefoil/core/refusal'
import { readConsentRules } from '../../consent/rules.ts'
import { readDocumentsInForce } from '../../members/agreements.ts'
import type { Actor, OperatorContext } from '../context.ts'
import type { ProposalView } from '../proposals.ts'
import { openProposal } from '../propose.ts'
import { requireChange, type ConsentRuleDetails } from './publish-document.ts'

const TITLES = { terms: 'terms of use', privacy: 'privacy notice', risk: 'risk notice' }

export async function proposeDocument(
  context: OperatorContext,
  actor: Actor,
  { kind, text: typed, why }: BodyOf<typeof route>,
): Promise<ProposalView> {
  const text = typed.replaceAll(/\r\n?/g, '\n').normalize('NFC')
  const hash = createHash('sha256').update(text).digest('hex')
  const inForce = (await readDocumentsInForce(context.db)).find((one) => one.kind === kind)
  if (inForce?.hash === hash) throw new Refusal('wrong_state', 'This is the text in force already.')
  const details = { document: kind, text, hash, instead_of: inForce?.version ?? 0 }
  const summary = `Publish version ${details.instead_of + 1} of the ${TITLES[kind]} (${hash.slice(0, 12)}…), which members are then asked to agree to`
  return openProposal(context, actor, { kind: 'document', details, summary, why })
}

export async function proposeConsentRules(
  context: OperatorContext,
  actor: Actor,
  { why, ...given }: BodyOf<typeof rulesRoute>,
): Promise<ProposalView> {
  const details = { ...given, countries: [...new Set(given.countries)].toSorted() }
  if (details.only_these && details.countries.length === 0)
    throw new Refusal('invalid_request', 'Name at least one country, or nobody could agree.')
  const unknown = details.countries.filter((code) => !isCountry(code))
  if (unknown.length > 0) throw new Refusal('invalid_request', `No country has the code ${unknown.join(', ')}.`)
  requireChange(await readConsentRules(context.db), details)
  return openProposal(context, actor, { kind: 'consent_rule', details, summary: describe(details), why })
}

/** It is all that the second person sees, where all proposals are listed. */
function describe({ only_these, countries, minimum_age, waiting_hours }: ConsentRuleDetails): string {
  const named = countries.join(', ')
  const where = countries.length === 0 ? 'in every country' : only_these ? `only in ${named}` : `not in ${named}`
  const age = minimum_age === null ? 'of any age' : `from the age of ${minimum_age} on`
  const wait = waiting_hours === 0 ? 'give at once' : `first give ${waiting_hours} hours after they signed up`
  return `Members may agree ${where}, ${age}, and ${wait}`
}
