import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture } from './encode-picture.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#206F48' } })

const refused = (file: Buffer, sentence: RegExp) =>
  expect(encodePicture(file)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(sentence),
  })

test.for(['png', 'jpeg', 'webp'] as const)('a %s becomes WebP in two sizes', async (format) => {
  const { name, large, small } = await encodePicture(await plain(2000, 1000).toFormat(format).toBuffer())
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect([large.width, large.height, small.width, small.height]).toEqual([1600, 800, 640, 320])
  for (const { bytes, width } of [large, small])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width })
})

test('a small picture is not enlarged', async () => {
  const { large, small } = await encodePicture(await plain(300, 200).png().toBuffer())
  expect([large.width, small.width]).toEqual([300, 300])
})

test('what the camera wrote is gone, and the picture is upright', async () => {
  const exif = { IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
  const file = await plain(400, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect((await sharp(file).metadata()).exif).toBeDefined()
  const { large } = await encodePicture(file)
  const { exif: left, orientation, width, height } = await sharp(large.bytes).metadata()
  expect({ left, orientation, width, height }).toEqual({
    left: undefined,
    orientation: undefined,
    width: 200,
    height: 400,
  })
})

test('a file that claims 50 megapixels is refused before it is decoded', async () => {
  // There is nothing to decode behind the header: whoever tried would call it damaged.
  await refused(pngHeader(8000, 6250), /too many pixels/)
  await refused(pngHeader(20_000, 10), /too many pixels/)
})

test('what is not a picture is refused', async () => {
  await refused(Buffer.from('hello'), /not a picture/)
  await refused(Buffer.alloc(0), /not a picture/)
  await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /not a picture/)
  await refused(Buffer.from('GIF89a'), /not a picture/)
  await refused(pngHeader(10, 10), /damaged/)
  await refused(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<svg/>')]), /damaged/)
  const whole = await plain(500, 500).jpeg().toBuffer()
  await refused(whole.subarray(0, 400), /damaged/)
  await refused(Buffer.alloc(5 * 1024 * 1024 + 1, whole), /too large/)
})

test('other formats stay closed even inside a known name', async () => {
  await expect(
    sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')).toBuffer(),
  ).rejects.toThrow()
})

function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('nothing')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
