import { CHECK_TITLES, VERDICTS } from '@trefoil/core/proofs/titles'
import { parseProofFile } from '@trefoil/core/proofs/proof-file'
import { nativeSignature } from '@trefoil/core/proofs/native-signature'
import { type Step, type Verdict, verifyProofWith } from '@trefoil/core/proofs/verify'
import { warmUp } from '@trefoil/core/proofs/warm-up'
import { askedAt } from './ask-chain.ts'
import { whoAnswered } from './who-answered.ts'

const form = find('form', HTMLFormElement)
const result = find('#result', HTMLElement)

// While somebody chooses a file.
void warmUp()

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void check()
})

async function check(): Promise<void> {
  const file = find('#file', HTMLInputElement).files?.[0]
  const rpc = find('#rpc', HTMLInputElement).value.trim()
  if (!file) return
  result.replaceChildren(element('p', 'Checking…'))
  try {
    const proof = parseProofFile(JSON.parse(await file.text()))
    const asked = rpc === '' ? proof : await askedAt(rpc, proof)
    const began = performance.now()
    const verdict = await verifyProofWith(nativeSignature, asked)
    show(verdict, { wasAsked: rpc !== '', tookMs: performance.now() - began })
  } catch (error) {
    result.replaceChildren(element('h2', 'Nothing was checked.'), element('p', (error as Error).message))
  }
}

function show(verdict: Verdict, { wasAsked, tookMs }: { wasAsked: boolean; tookMs: number }): void {
  const heading = element('h2', VERDICTS[verdict.outcome])
  heading.className = verdict.outcome
  const list = element('ol')
  list.append(...verdict.steps.map(stepOf))
  const took = element('p', `${verdict.steps.length} checks, computed in ${tookMs.toFixed(1)} ms.`)
  result.replaceChildren(heading, element('p', whoAnswered(verdict, wasAsked)), took, list)
}

function stepOf({ check: name, outcome, because, saw }: Step): HTMLElement {
  const item = element('li')
  item.className = outcome
  const line = element('p')
  line.append(element('strong', `${CHECK_TITLES[name]} (${outcome})`), ` ${because}`)
  const computed = element('dl')
  for (const [what, value] of Object.entries(saw)) computed.append(element('dt', what), element('dd', value))
  const details = element('details')
  details.append(element('summary', 'What was computed'), computed)
  item.append(line, ...(Object.keys(saw).length > 0 ? [details] : []))
  return item
}

function element(tag: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

function find<Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`)
  return found
}
