import type { Outcome } from '@trefoil/core/proofs/finding'
import type { CheckName } from '@trefoil/core/proofs/verify'
import { messages, plural } from '../../lib/messages.ts'

export const verifyCopy = messages('verify', {
  now: 'Verify now',
  running: (answers: number) =>
    plural(answers, { one: `Checking… ${answers} answer so far.`, other: `Checking… ${answers} answers so far.` }),
  notYet: 'Not checked yet.',
  notAMember: 'Your account has no place in the programme: there is no balance to verify.',
  checked: (when: string) => `Checked ${when}.`,
  none: {
    contract: 'Nothing to verify: what is owed is not counted on the chain here.',
    epoch: 'Nothing to verify yet: what is owed is counted for the first time within a day.',
    log: 'Nothing to verify yet: nothing is in the log.',
  },
  unavailable: 'The server did not answer. Nothing was checked.',
  broken: 'This browser could not run the check.',
  fromServer:
    'The answers of the chain came through our own server. That is convenient, not independent: see below how to ask a node that you choose.',
  save: 'Download the proof file',
  saveEvidence: 'Download the evidence',
  evidenceText:
    'The file holds everything that was checked. Anybody can repeat the check with it, without this server.',
  noEvidence: 'The server withheld what a proof is made of, so there is no file that could show it.',
  failure: (when: string) => `A check ${when} failed. Its evidence is kept in this browser.`,
  drop: 'Remove it',
  notRemoved: 'It could not be removed. Please try again.',
  anew: 'Begin anew',
  anewText:
    'This browser holds the server to what it has seen: installation, contract, key, epoch and log. If the operators explain why that had to change, it can begin anew with what the server says now.',
  anewNote:
    'Download the evidence first. What this browser knew is forgotten, and cannot be held against the server any more.',
  /** As the stand-alone verifier has them. */
  checks: {
    installation: 'Same installation',
    newest: 'Newest epoch',
    anchored: 'As in the contract',
    shards: 'Parts of the balance',
    counted: 'Counted',
    balance: 'Adds up to the balance',
    covered: 'Covered',
    checkpoint: 'Signed checkpoint',
    anchoredLog: 'Log as in the contract',
    keptLog: 'Log as it was before',
    lines: 'Lines of the statement',
  } satisfies Record<CheckName, string>,
  verdicts: {
    passed: 'Everything holds.',
    noticed: 'Everything holds, but there is something to know.',
    skipped: 'Not everything could be checked.',
    failed: 'Something is wrong.',
  } satisfies Record<Outcome, string>,
  steps: 'Every check',
  stepsText: (count: number, ms: string) => `${count} checks, computed in ${ms} ms on this device.`,
  computed: 'What was computed',
  outcomes: { passed: 'Holds', noticed: 'Holds, with a note', skipped: 'Not checked', failed: 'Does not hold' },
  waiting: 'Not checked yet',
  yourself: 'Without trusting this page',
  ownNode: 'Ask a node that you choose',
  ownNodeText:
    'On a page of its own, which knows nothing of your session: choose the proof file, name a node of the chain, and it asks the contract there.',
  standAlone: 'Use a verifier that does not come from us',
  standAloneText:
    'verifier/verify.html and verifier/verify.mjs come with the source, and check the same file. Open the page from disk, or run:',
  trust: 'See what is owed and there',
  trustText: 'Every epoch with its transaction, everybody’s leaves to add up, and what all of this does not prove.',
})
