import { createHash } from 'node:crypto'
import { PICTURE_BYTES_MAX } from '@trefoil/contract/causes'
import { Refusal } from '@trefoil/core/refusal'
import type { Sharp, SharpOptions } from 'sharp'

/** Decoded, a pixel takes four bytes: a small file may claim any number of them. */
const PIXELS_MAX = 40_000_000
const SIDE_MAX = 16_000
const SECONDS_MAX = 20
const LARGE = { width: 1600, height: 1600 }
const SMALL = { width: 640, height: 640 }
const QUALITY = 78

type Size = { bytes: Buffer; width: number; height: number }
export type EncodedPicture = { /** A hash of its content. */ name: string; large: Size; small: Size }

/**
 * Makes our own picture out of somebody's file: two sizes, as WebP, upright, and without what cameras write beside the
 * picture, such as the place. What the file says of itself is looked at before anything is decoded.
 */
export async function encodePicture(file: Buffer): Promise<EncodedPicture> {
  if (file.length > PICTURE_BYTES_MAX) throw refusal('This picture is too large: 5 MB are allowed.')
  if (!isKnownFormat(file)) throw refusal('This is not a picture in PNG, JPEG or WebP.')
  const open = await loadSharp()
  try {
    const { width, height } = await open(file, { limitInputPixels: false }).metadata()
    if (width * height > PIXELS_MAX || Math.max(width, height) > SIDE_MAX)
      throw refusal('This picture has too many pixels: 40 million are allowed, and 16,000 a side.')
    // One after the other: each has the whole picture in memory.
    const large = await encode(open(file).autoOrient(), LARGE)
    const small = await encode(open(large.bytes), SMALL)
    return { name: createHash('sha256').update(large.bytes).digest('hex').slice(0, 32), large, small }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refusal('This picture is damaged and cannot be read.')
  }
}

const refusal = (sentence: string) => new Refusal('invalid_request', sentence)

async function encode(picture: Sharp, room: { width: number; height: number }): Promise<Size> {
  const { data: bytes, info } = await picture
    .resize({ ...room, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer({ resolveWithObject: true })
  return { bytes, width: info.width, height: info.height }
}

/** By its first bytes: neither a name nor a declared type says what a file is. */
function isKnownFormat(file: Buffer): boolean {
  const starts = (text: string, at = 0) => file.toString('latin1', at, at + text.length) === text
  return starts('\x89PNG\r\n\x1a\n') || starts('\xff\xd8\xff') || (starts('RIFF') && starts('WEBP', 8))
}

const OPTIONS: SharpOptions = { limitInputPixels: PIXELS_MAX, failOn: 'error' }
const LOADERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer']

let loaded: Promise<(file: Buffer, options?: SharpOptions) => Sharp> | undefined

/** The first picture loads the library: most servers never see one. */
function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // It reads dozens of other formats, each of which is more code that a file could break.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS })
    // Money comes first: one processor, and nothing is kept.
    sharp.concurrency(1)
    sharp.cache(false)
    return (file: Buffer, options = OPTIONS) => sharp(file, options)
  })
  return loaded
}
