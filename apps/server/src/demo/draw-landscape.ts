import { crc32, deflateSync } from 'node:zlib'

const [WIDTH, HEIGHT] = [1200, 600]

type Colour = readonly [number, number, number]
const SKY: readonly [Colour, Colour] = [
  [142, 190, 214],
  [246, 226, 190],
]
const SUN: Colour = [255, 240, 200]
const HILLS: readonly { colour: Colour; base: number; height: number; length: number; shift: number }[] = [
  { colour: [134, 170, 150], base: 330, height: 60, length: 210, shift: 0.5 },
  { colour: [84, 138, 106], base: 400, height: 45, length: 150, shift: 2.2 },
  { colour: [32, 111, 72], base: 480, height: 35, length: 260, shift: 4 },
]

/** Hills in the morning, as a PNG: the demo's picture belongs to nobody. */
export function drawLandscape(): Buffer {
  // Each line begins with a byte that says how it is filtered: not at all.
  const pixels = Buffer.alloc(HEIGHT * (1 + 3 * WIDTH))
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) pixels.set(colourAt(x, y), y * (1 + 3 * WIDTH) + 1 + 3 * x)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Eight bits each of red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')])
}

function colourAt(x: number, y: number): Colour {
  const hill = HILLS.findLast(
    ({ base, height, length, shift }) =>
      y > base - height * (Math.sin(x / length + shift) + 0.4 * Math.sin((2.7 * x) / length)),
  )
  if (hill) return hill.colour
  if (Math.hypot(x - 860, y - 250) < 70) return SUN
  const [above, below] = SKY
  const share = Math.min(1, y / 400)
  const mix = (part: 0 | 1 | 2) => Math.round(above[part] + (below[part] - above[part]) * share)
  return [mix(0), mix(1), mix(2)]
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
