import {
  add,
  addNumbers,
  assemble,
  type Code,
  constant,
  countDown,
  get,
  load,
  loadNumber,
  select,
  set,
  shiftLeft,
  shiftRight,
  shuffle,
  store,
  xor,
} from './wasm.ts'

export const BLOCK_BYTES = 64
export const LANES = 4
/** Of a vector: the same word of four messages. */
const VECTOR_BYTES = 16

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index)

/** FIPS 180-4: the first bits of the fractional parts of roots of the first primes. */
const primes = firstPrimes(64)
const ROUND_CONSTANTS = primes.map((prime) => fraction(prime, 3))
const BEGINNING = primes.slice(0, 8).map((prime) => fraction(prime, 2))

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

/** 32 bits after the point of a root, exactly: the root of n × 2^(32 × degree) as a whole number. */
function fraction(n: number, degree: 2 | 3): number {
  const scaled = BigInt(n) << BigInt(32 * degree)
  let root = 1n << 36n
  for (let step = root; step > 0n; step >>= 1n) {
    while (root ** BigInt(degree) > scaled) root -= step
    while ((root + step) ** BigInt(degree) <= scaled) root += step
  }
  return Number(root & 0xffff_ffffn)
}

/** The memory: round constants, four times each; where a hash begins; jobs that wait; what is allocated. */
export const BEGINNING_AT = ROUND_CONSTANTS.length * VECTOR_BYTES
export const JOBS_AT = BEGINNING_AT + 32
export const NUMBERS_PER_JOB = 3
export const JOB_BYTES = 4 * NUMBERS_PER_JOB
/** Longer messages are hashed alone. */
export const WAITING_BLOCKS_MAX = 31
export const FREE_AT = 4096
export const PAGE_BYTES = 65_536
const PAGES = 16

/** Locals of the function `run(jobs, blocks)`. */
const [JOBS, BLOCKS] = [0, 1]
const STATE = 2
const BEFORE = STATE + 8
const WORDS = BEFORE + 8
const SCRATCH = WORDS + 16
const VECTORS = SCRATCH + LANES - STATE
const MESSAGES = STATE + VECTORS
const POINTERS = LANES

const rotate = (local: number, bits: number): Code =>
  xor(shiftRight(get(local), bits), shiftLeft(get(local), 32 - bits))
const rotations = (local: number, bits: readonly number[]): Code => xor(...bits.map((some) => rotate(local, some)))

/**
 * Four vectors become those of their first, second, third and fourth words, with the bytes of each word turned around.
 * Doing it twice changes nothing.
 */
const transpose = (from: number, to: number): Code =>
  [0, 8].flatMap((first, index) => {
    const words = [first, 16 + first, first + 4, 16 + first + 4].flatMap((byte) => [byte + 3, byte + 2, byte + 1, byte])
    const [left, right] = [shuffle(get(from), get(from + 1), words), shuffle(get(from + 2), get(from + 3), words)]
    return [
      ...set(to + 2 * index, shuffle(left, right, [...range(0, 8), ...range(16, 8)])),
      ...set(to + 2 * index + 1, shuffle(left, right, [...range(8, 8), ...range(24, 8)])),
    ]
  })

const lanes = range(0, LANES)
const numberOfJob = (lane: number, which: number): Code => loadNumber(get(JOBS), lane * JOB_BYTES + 4 * which)

/** Sixteen bytes of each message become four vectors. */
const gather = (address: (lane: number) => Code, offset: number, to: number): Code => [
  ...lanes.flatMap((lane) => set(SCRATCH + lane, load(address(lane), offset))),
  ...transpose(SCRATCH, to),
]
const scatter = (from: number, address: (lane: number) => Code, offset: number): Code => [
  ...transpose(from, SCRATCH),
  ...lanes.flatMap((lane) => store(address(lane), offset, get(SCRATCH + lane))),
]

function round(number: number): Code {
  // Instead of moving eight variables on, each round has other names for them.
  const name = (place: number) => STATE + ((place - number) & 7)
  const [a, b, c, d] = [name(0), name(1), name(2), name(3)]
  const [e, f, g, h] = [name(4), name(5), name(6), name(7)]
  const word = (distance: number) => WORDS + ((number + distance) & 15)
  const schedule = set(
    word(0),
    add(
      get(word(0)),
      xor(rotations(word(1), [7, 18]), shiftRight(get(word(1)), 3)),
      get(word(9)),
      xor(rotations(word(14), [17, 19]), shiftRight(get(word(14)), 10)),
    ),
  )
  return [
    ...(number < 16 ? [] : schedule),
    ...set(
      h,
      add(
        add(get(h), load(constant(0), number * VECTOR_BYTES), get(word(0))),
        rotations(e, [6, 11, 25]),
        select(get(e), get(f), get(g)),
      ),
    ),
    ...set(d, add(get(d), get(h))),
    ...set(h, add(get(h), rotations(a, [2, 13, 22]), select(xor(get(a), get(b)), get(c), get(b)))),
  ]
}

/** Takes four hashes on by so many blocks. A job is three addresses: of the message, of the state before, and after. */
function run(): Code {
  const words = range(0, 8)
  const message = (lane: number) => get(MESSAGES + lane)
  return [
    ...lanes.flatMap((lane) => set(MESSAGES + lane, numberOfJob(lane, 0))),
    ...[0, 1].flatMap((half) => gather((lane) => numberOfJob(lane, 1), half * 16, STATE + 4 * half)),
    ...countDown(BLOCKS, [
      ...words.flatMap((word) => set(BEFORE + word, get(STATE + word))),
      ...[0, 1, 2, 3].flatMap((part) => gather(message, part * 16, WORDS + 4 * part)),
      ...ROUND_CONSTANTS.flatMap((_, number) => round(number)),
      ...words.flatMap((word) => set(STATE + word, add(get(STATE + word), get(BEFORE + word)))),
      ...lanes.flatMap((lane) => set(MESSAGES + lane, addNumbers(message(lane), constant(BLOCK_BYTES)))),
    ]),
    ...[0, 1].flatMap((half) => scatter(STATE + 4 * half, (lane) => numberOfJob(lane, 2), half * 16)),
  ]
}

function firstMemory(): Uint8Array {
  const data = Buffer.alloc(JOBS_AT)
  for (const [number, value] of ROUND_CONSTANTS.entries())
    for (const lane of lanes) data.writeUInt32LE(value, number * VECTOR_BYTES + 4 * lane)
  for (const [word, value] of BEGINNING.entries()) data.writeUInt32BE(value, BEGINNING_AT + 4 * word)
  return data
}

/** WebAssembly with a function `run(jobs, blocks)`, built at load in a few milliseconds. */
export const sha256Module = (): Uint8Array =>
  assemble({
    parameters: 2,
    vectors: VECTORS,
    numbers: POINTERS,
    body: run(),
    pages: PAGES,
    data: firstMemory(),
  })
