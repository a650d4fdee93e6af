import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToHex } from './bytes.ts'
import { canonicalJson, type Json, parseCanonicalJson } from './canonical-json.ts'
import {
  compareEntries,
  encodeEntry,
  encodeLogLeaf,
  entryCommitment,
  entryPath,
  journalSalt,
  logLeafOf,
  rootFromOpening,
} from './log-leaf.ts'

const entry = {
  journal_id: '12',
  created_at_us: '1763389366123456',
  reason: 'donation',
  reference: 'donation/1',
  rule_version: 1,
  member_id: 7,
  account: 'impact',
  sequence: '3',
  amount: '-1500000',
  balance_after: '0',
  share: null,
}

test('an entry is written in one way', () => {
  expect(encodeEntry(entry)).toBe(
    '{"account":"impact","amount":"-1500000","balance_after":"0","created_at_us":"1763389366123456","journal_id":"12","member_id":7,"reason":"donation","reference":"donation/1","rule_version":1,"sequence":"3","share":null}',
  )
})

test('an entry is canonical JSON, whatever its reference is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.integer(),
      fc.option(fc.constant('level_1')),
      (text, member, share) => {
        const any = { ...entry, reference: text.toWellFormed(), member_id: member, share }
        expect(encodeEntry(any)).toBe(canonicalJson(any))
      },
    ),
  )
})

test("a journal's entries are in order of owner, account and sequence", () => {
  const places = [
    { member_id: -1, account: 'cause', sequence: '7' },
    { member_id: 0, account: 'operations', sequence: '2' },
    { member_id: 4, account: 'available', sequence: '9' },
    { member_id: 4, account: 'available', sequence: '10' },
    { member_id: 4, account: 'impact', sequence: '1' },
    { member_id: 30, account: 'impact', sequence: '1' },
  ]
  expect(places.toReversed().toSorted(compareEntries)).toEqual(places)
})

test('canonical JSON is JSON with one text per value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (any) => {
      const value = JSON.parse(JSON.stringify(any)) as Json
      let text: string
      try {
        text = canonicalJson(value)
      } catch {
        return // Half a character, or a number beyond 2^53.
      }
      expect(parseCanonicalJson(text)).toEqual(value)
      expect(JSON.parse(text)).toEqual(value)
    }),
  )
})

test.each([
  ['names a member twice', '{"amount":"1","amount":"2"}'],
  ['has white space', '{"amount": "1"}'],
  ['is not sorted', '{"b":1,"a":1}'],
  ['writes a number in another way', '{"a":1.0}'],
  ['escapes what needs no escape', '"\\u0061"'],
  ['is not JSON', '{'],
])('a text that %s is refused', (_what, text) => {
  expect(() => parseCanonicalJson(text)).toThrow('entry is not')
})

test('numbers that JSON cannot hold are refused', () => {
  for (const value of [2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '\ud800'])
    expect(() => canonicalJson(value)).toThrow()
})

test("a salt is the account's key over journal and position", () => {
  const key = new Uint8Array(32).fill(5)
  const message = Buffer.alloc(12)
  message.writeBigUInt64BE(77n, 0)
  message.writeUInt32BE(2, 8)
  expect(bytesToHex(journalSalt(key, { journal: 77n, position: 2 }))).toBe(
    createHmac('sha256', key).update(message).digest('hex').slice(0, 32),
  )
})

test('each entry opens the leaf without the others, and a changed one does not', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 14 }), fc.nat(), (texts, anywhere) => {
      const position = anywhere % texts.length
      const entries = texts.map((text) => canonicalJson(text.toWellFormed()))
      const salts = entries.map((_, at) => journalSalt(new Uint8Array(32), { journal: 1n, position: at }))
      const commitments = entries.map((text, at) => entryCommitment(salts[at]!, text))
      const leaf = logLeafOf('journal', 1n, commitments)
      const opening = {
        position,
        salt: salts[position]!,
        entry: entries[position]!,
        path: entryPath(commitments, position),
      }
      const opened = (changed: object) => bytesToHex(rootFromOpening({ ...opening, ...changed }, leaf.count)!)
      expect(opened({})).toBe(bytesToHex(leaf.entriesRoot))
      expect(opened({ entry: `${opening.entry} ` })).not.toBe(bytesToHex(leaf.entriesRoot))
      expect(opened({ salt: opening.salt.with(0, opening.salt[0]! ^ 1) })).not.toBe(bytesToHex(leaf.entriesRoot))
    }),
  )
})

test('leaves of another kind, id or number of entries are other leaves', () => {
  const leaf = { kind: 'journal' as const, id: 1n, count: 2, entriesRoot: new Uint8Array(32) }
  expect(encodeLogLeaf(leaf)).toHaveLength(45)
  const others = [leaf, { ...leaf, kind: 'audit' as const }, { ...leaf, id: 2n }, { ...leaf, count: 3 }]
  expect(new Set(others.map((other) => bytesToHex(encodeLogLeaf(other)))).size).toBe(4)
})
