/** The little of WebAssembly that hashing in lanes needs: its binary form, written by hand so that nothing is compiled. */
export type Code = readonly number[]

/** Bytes of 7 bits, the lowest first. */
function leb(value: number): number[] {
  const low = value & 0x7f
  return value < 0x80 ? [low] : [low | 0x80, ...leb(value >>> 7)]
}

/** One more bit, for the sign that none of our constants has. */
const signedLeb = (value: number): number[] => {
  const bytes = leb(value)
  const last = bytes.at(-1) ?? 0
  return last < 0x40 ? bytes : [...bytes.slice(0, -1), last | 0x80, 0]
}

const simd = (operation: number): Code => [0xfd, ...leb(operation)]
/** Operands first, as on a stack. */
const folded =
  (operation: Code) =>
  (...values: Code[]): Code =>
    values.flatMap((value, index) => (index === 0 ? value : [...value, ...operation]))

export const get = (local: number): Code => [0x20, ...leb(local)]
export const set = (local: number, value: Code): Code => [...value, 0x21, ...leb(local)]

export const constant = (value: number): Code => [0x41, ...signedLeb(value)]
export const addNumbers = folded([0x6a])
/** An i32 at an address. */
export const loadNumber = (address: Code, offset: number): Code => [...address, 0x28, 2, ...leb(offset)]

/** Vectors of four numbers. */
export const load = (address: Code, offset: number): Code => [...address, ...simd(0x00), 0, ...leb(offset)]
export const store = (address: Code, offset: number, value: Code): Code => [
  ...address,
  ...value,
  ...simd(0x0b),
  0,
  ...leb(offset),
]
export const add = folded(simd(0xae))
export const xor = folded(simd(0x51))
export const shiftLeft = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0xab)]
export const shiftRight = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0xad)]
/** Bits of the first where the mask has ones, of the second elsewhere. */
export const select = (mask: Code, ones: Code, zeros: Code): Code => [...ones, ...zeros, ...mask, ...simd(0x52)]
/** 16 bytes of two vectors: the second one's are numbered from 16. */
export const shuffle = (first: Code, second: Code, bytes: readonly number[]): Code => [
  ...first,
  ...second,
  ...simd(0x0d),
  ...bytes,
]

/** Repeats the code until the local, which counts down, is zero. */
export const countDown = (local: number, body: Code): Code => {
  const [begin, subtract, branch] = [
    [0x03, 0x40],
    [0x6b, 0x22, ...leb(local)],
    [0x0d, 0, 0x0b],
  ]
  return [begin, body, get(local), constant(1), subtract, branch].flat()
}

const [I32, V128] = [0x7f, 0x7b]
const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

const list = (items: readonly Code[]): Code => [...leb(items.length), ...items.flat()]
const sized = (content: Code): Code => [...leb(content.length), ...content]
const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))]
const text = (value: string): Code => sized([...Buffer.from(value)])

export type ModuleParts = {
  /** Of its only function, which gets numbers and returns nothing. */
  parameters: number
  vectors: number
  numbers: number
  body: Code
  pages: number
  /** What is in memory at first, from address 0. */
  data: Uint8Array
}

/** A module with one function, `run`, and one memory. Locals: parameters, vectors, numbers. */
export function assemble({ parameters, vectors, numbers, body, pages, data }: ModuleParts): Uint8Array {
  const type = [0x60, ...list(Array.from({ length: parameters }, () => [I32])), 0]
  const locals = list([
    [...leb(vectors), V128],
    [...leb(numbers), I32],
  ])
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, [type]),
    ...section(3, [[0]]),
    ...section(5, [[0, ...leb(pages)]]),
    ...section(7, [
      [...text('run'), 0, 0],
      [...text('memory'), 2, 0],
    ]),
    ...section(10, [sized([...locals, ...body, 0x0b])]),
    ...section(11, [[0, ...constant(0), 0x0b, ...sized([...data])]]),
  ])
}
