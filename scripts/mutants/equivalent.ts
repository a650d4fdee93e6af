import type { Equivalent } from './report.ts'

type Fault = { line: string; fault: string; why: string }

/** Faults that no test can notice, because the program does the same with them. By file of `packages/core/src`. */
const FAULTS: Record<string, Fault[]> = {
  'deposits/deposit-address.ts': [
    {
      line: "const letters = Array.from(lowerCase, (letter, at) => ((hash[at] ?? '0') >= '8' ? letter.toUpperCase() : letter))",
      fault:
        'const letters = Array.from(lowerCase, (letter, at) => ((hash[at] ?? "") >= \'8\' ? letter.toUpperCase() : letter))',
      why: 'The hash has more digits than the address; only the type does not know.',
    },
    {
      line: 'return address.slice(2).toLowerCase()',
      fault: 'return address.slice(2).toUpperCase()',
      why: 'The digits are read as numbers, in which case does not matter.',
    },
  ],
  'ledger/book.ts': [
    {
      line: 'if (!ofMember(source)) return',
      fault: 'if (false) return',
      why: 'A payout of a cause would be counted for nobody, and nobody is asked about.',
    },
    {
      line: 'system: Array.from(this.#changedSystem).flatMap((name) => this.#system.get(name) ?? []),',
      fault:
        'system: Array.from(this.#changedSystem).flatMap((name) => this.#system.get(name) ?? ["Stryker was here"]),',
      why: 'An account that has changed is in the book; only the type does not know.',
    },
  ],
  'ledger/returnable.ts': [
    {
      line: 'returnable > onHold ? minus(returnable, onHold) : NOTHING',
      fault: 'returnable >= onHold ? minus(returnable, onHold) : NOTHING',
      why: 'Where the conditions differ, both are nothing.',
    },
    {
      line: 'const left = moved > NOTHING ? moved : NOTHING',
      fault: 'const left = moved >= NOTHING ? moved : NOTHING',
      why: 'Where the conditions differ, both are nothing.',
    },
    {
      line: 'return amount < NOTHING ? least(left, balanceAfter) : left',
      fault: 'return true ? least(left, balanceAfter) : left',
      why: 'No more can be returned than there is, so after a credit the least of both is what is left.',
    },
    {
      line: 'return amount < NOTHING ? least(left, balanceAfter) : left',
      fault: 'return amount <= NOTHING ? least(left, balanceAfter) : left',
      why: 'No entry is of nothing.',
    },
  ],
  'network/tree.ts': [
    {
      line: 'const above = place.parent === null ? undefined : grown.get(place.parent)',
      fault: 'const above = false ? undefined : grown.get(place.parent)',
      why: 'No node has the id null; only the type needs the question.',
    },
    {
      line: 'if (above && place.slot !== null) above.children[positionOf(place.slot)] = branch',
      fault: 'if (above && true) above.children[positionOf(place.slot)] = branch',
      why: 'A child without a slot, which the database cannot have, is an error either way.',
    },
  ],
  'payouts/level-limits.ts': [
    {
      line: 'return withdrawn < perMonth ? minus(perMonth, withdrawn) : NOTHING',
      fault: 'return withdrawn <= perMonth ? minus(perMonth, withdrawn) : NOTHING',
      why: 'Where the conditions differ, both are nothing.',
    },
    {
      line: 'if (month === undefined) return undefined',
      fault: 'if (false) return undefined',
      why: 'Only a limit refuses, so there is one; only the type does not know.',
    },
    ...[
      '...(limit.perMonth === null && left === null',
      '...(false || left === null',
      '...(limit.perMonth === null || false',
    ].map((fault) => ({
      line: '...(limit.perMonth === null || left === null',
      fault,
      why: 'One is null exactly where the other is; only the type needs both.',
    })),
  ],
  'payouts/payout-rule.ts': [
    {
      line: 'if (facts.heldUntil !== null && facts.heldUntil > facts.now)',
      fault: 'if (true && facts.heldUntil > facts.now)',
      why: 'Null is never later than now; only the type needs the question.',
    },
  ],
  'payouts/plan-withdrawal.ts': [
    {
      line: 'if (owner <= 0) requireBalance(book, accountOf(source, owner), amount)',
      fault: 'if (true) requireBalance(book, accountOf(source, owner), amount)',
      why: 'A member’s source was chosen because it covers the amount.',
    },
  ],
  'payouts/vault-room.ts': [
    {
      line: 'perPayment: limits.perPayment < limits.perDay ? limits.perPayment : limits.perDay,',
      fault: 'perPayment: limits.perPayment <= limits.perDay ? limits.perPayment : limits.perDay,',
      why: 'Where the conditions differ, both amounts are the same.',
    },
    {
      line: 'return paid < perDay ? perDay - paid : 0n',
      fault: 'return paid <= perDay ? perDay - paid : 0n',
      why: 'Where the conditions differ, both are nothing.',
    },
  ],
  'programme/invalid-rule.ts': [
    {
      line: 'if (error instanceof Refusal) throw invalidRule(`${what}: ${error.message}`)',
      fault: 'if (true) throw invalidRule(`${what}: ${error.message}`)',
      why: 'Reading an amount throws nothing but refusals.',
    },
  ],
  'programme/plan-donation.ts': [
    ...["if (false) throw new Error('A donation of zero was divided')", 'if (!first) throw new Error("")'].map(
      (fault) => ({
        line: "if (!first) throw new Error('A donation of zero was divided')",
        fault,
        why: 'A donation is more than nothing, so somebody gets something; only the type does not know.',
      }),
    ),
    ...[
      'if (false) throw new Error(`The ${row.share} share is paid to nobody`)',
      'if (row.member === null) throw new Error(``)',
    ].map((fault) => ({
      line: 'if (row.member === null) throw new Error(`The ${row.share} share is paid to nobody`)',
      fault,
      why: 'A share without a member is not paid; only the type does not know.',
    })),
  ],
  'programme/programme-record.ts': [
    {
      line: 'if (dollars === undefined) return perDayMax > TWO_PERSONS_ABOVE_DEFAULT ? perDayMax : TWO_PERSONS_ABOVE_DEFAULT',
      fault:
        'if (dollars === undefined) return perDayMax >= TWO_PERSONS_ABOVE_DEFAULT ? perDayMax : TWO_PERSONS_ABOVE_DEFAULT',
      why: 'Where the conditions differ, both amounts are the same.',
    },
  ],
  'money.ts': [
    {
      line: "const digits = String(amount < 0n ? negated(amount) : amount).padStart(USD_DECIMALS + 1, '0')",
      fault: "const digits = String(amount <= 0n ? negated(amount) : amount).padStart(USD_DECIMALS + 1, '0')",
      why: 'Nothing is its own opposite.',
    },
    {
      line: 'export const least = (a: Usd, b: Usd): Usd => (a < b ? a : b)',
      fault: 'export const least = (a: Usd, b: Usd): Usd => (a <= b ? a : b)',
      why: 'Where the conditions differ, both amounts are the same.',
    },
    {
      line: 'export const most = (a: Usd, b: Usd): Usd => (a > b ? a : b)',
      fault: 'export const most = (a: Usd, b: Usd): Usd => (a >= b ? a : b)',
      why: 'Where the conditions differ, both amounts are the same.',
    },
    {
      line: 'export const minusDownToZero = (a: Usd, b: Usd): Usd => (a > b ? minus(a, b) : NOTHING)',
      fault: 'export const minusDownToZero = (a: Usd, b: Usd): Usd => (a >= b ? minus(a, b) : NOTHING)',
      why: 'Where the conditions differ, both are nothing.',
    },
    {
      line: "const [, whole, fraction = ''] = /^(\\d+)(?:\\.(\\d+))?$/.exec(String(value)) ?? []",
      fault: 'const [, whole, fraction = \'\'] = /^(\\d+)(?:\\.(\\d+))?$/.exec(String(value)) ?? ["Stryker was here"]',
      why: 'What is at the first place is not read.',
    },
  ],
}

export const EQUIVALENTS: readonly Equivalent[] = Object.entries(FAULTS).flatMap(([file, faults]) =>
  faults.map((fault) => ({ file: `packages/core/src/${file}`, ...fault })),
)
