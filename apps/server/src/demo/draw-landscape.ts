const [WIDTH, HEIGHT] = [1200, 600]
/** Red, green and blue. */
const CHANNELS = 3
const SKY_HEIGHT = 400
const SUN_RADIUS = 70

type Colour = readonly [number, number, number]
/** A hill or a wave, from the back to the front. */
type Ridge = { colour: Colour; base: number; height: number; length: number; shift: number }
export type Landscape = {
  sky: { above: Colour; below: Colour }
  sun: { colour: Colour; x: number; y: number }
  ridges: readonly Ridge[]
}

export const HILLS: Landscape = {
  sky: { above: [142, 190, 214], below: [246, 226, 190] },
  sun: { colour: [255, 240, 200], x: 860, y: 250 },
  ridges: [
    { colour: [134, 170, 150], base: 330, height: 60, length: 210, shift: 0.5 },
    { colour: [84, 138, 106], base: 400, height: 45, length: 150, shift: 2.2 },
    { colour: [32, 111, 72], base: 480, height: 35, length: 260, shift: 4 },
  ],
}

export const LAKE: Landscape = {
  sky: { above: [120, 178, 216], below: [226, 240, 244] },
  sun: { colour: [255, 250, 228], x: 330, y: 190 },
  ridges: [
    { colour: [150, 176, 178], base: 320, height: 70, length: 240, shift: 3.1 },
    { colour: [98, 146, 132], base: 372, height: 34, length: 170, shift: 1.2 },
    { colour: [92, 160, 190], base: 404, height: 4, length: 70, shift: 0 },
    { colour: [62, 132, 170], base: 462, height: 6, length: 90, shift: 1.7 },
    { colour: [38, 104, 146], base: 530, height: 9, length: 120, shift: 4.2 },
  ],
}

export const FIELDS: Landscape = {
  sky: { above: [244, 190, 140], below: [252, 236, 206] },
  sun: { colour: [255, 247, 220], x: 600, y: 300 },
  ridges: [
    { colour: [206, 160, 120], base: 350, height: 40, length: 260, shift: 1.4 },
    { colour: [222, 178, 84], base: 410, height: 28, length: 190, shift: 5 },
    { colour: [170, 158, 74], base: 470, height: 24, length: 230, shift: 2.6 },
    { colour: [96, 128, 66], base: 540, height: 20, length: 170, shift: 0.4 },
  ],
}

/** As a PNG: the demo's pictures belong to nobody. */
export async function drawLandscape(landscape: Landscape): Promise<Buffer> {
  const pixels = Buffer.alloc(HEIGHT * WIDTH * CHANNELS)
  const sky = skyOf(landscape)
  for (let x = 0; x < WIDTH; x += 1) {
    const paint = (colour: Colour, from: number, to: number) => paintDown(pixels, colour, { x, from, to })
    for (const [y, colour] of sky.entries()) paint(colour, y, y + 1)
    const { sun, ridges } = landscape
    const half = Math.sqrt(Math.max(0, SUN_RADIUS ** 2 - (x - sun.x) ** 2))
    if (half > 0) paint(sun.colour, sun.y - half, sun.y + half)
    for (const ridge of ridges) paint(ridge.colour, topOf(ridge, x), HEIGHT)
  }
  // Loaded as late as `encodePicture` does.
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: CHANNELS } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const topOf = ({ base, height, length, shift }: Ridge, x: number): number =>
  base - height * (Math.sin(x / length + shift) + 0.4 * Math.sin((2.7 * x) / length))

type Stroke = { x: number; from: number; to: number }

function paintDown(pixels: Buffer, [red, green, blue]: Colour, { x, from, to }: Stroke): void {
  for (let y = Math.ceil(from); y < to; y += 1) {
    const at = (y * WIDTH + x) * CHANNELS
    pixels[at] = red
    pixels[at + 1] = green
    pixels[at + 2] = blue
  }
}

/** From the top down. */
const skyOf = ({ sky: { above, below } }: Landscape): Colour[] =>
  Array.from({ length: HEIGHT }, (_, y) => {
    const share = Math.min(1, y / SKY_HEIGHT)
    const mix = (part: 0 | 1 | 2) => Math.round(above[part] + (below[part] - above[part]) * share)
    return [mix(0), mix(1), mix(2)]
  })
