import type { BrowserContext, Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import { newMember, openAs } from './members.ts'
import { tabTo } from './people.ts'
import { expect, test } from './test.ts'

const { default: decode } = jsQR

/** White modules around a code: without them many cameras do not find it. */
const QUIET_ZONE_MODULES = 4
const LARGE_MIN_PX = 320

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in a ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    // In the dark theme it differs from everything around it.
    const tag = colorScheme === 'dark' ? [] : '@long'
    test(
      'a tap shows a large code of the address, dark on white, that any camera can read',
      { tag },
      async ({ page, context, request }) => {
        const { tile, address } = await openDeposit(page, await newMember(request))
        await tile.click()
        const code = page.getByRole('dialog', { name: 'Wallet address' }).getByRole('img')
        const { data, width, height } = await pictureOf(code, context)
        expect(decode(data, width, height, { inversionAttempts: 'dontInvert' })?.data).toBe(address)
        expect(width).toBeGreaterThanOrEqual(LARGE_MIN_PX)

        await test.step('in a quiet zone', async () => {
          const modules = Number((await code.getAttribute('viewBox'))?.split(' ')[2])
          const dark = darkEdges({ data, width, height })
          const quiet = Math.floor((QUIET_ZONE_MODULES * width) / modules) - 1
          expect(dark.left).toBeGreaterThanOrEqual(quiet)
          expect(dark.top).toBeGreaterThanOrEqual(quiet)
          expect(width - dark.right).toBeGreaterThanOrEqual(quiet)
          expect(height - dark.bottom).toBeGreaterThanOrEqual(quiet)
        })
      },
    )
  })

test('the code on the screen is white on black with the same content; Enter shows it large, and Escape hides that', async ({
  page,
  context,
  request,
}) => {
  const { tile, address } = await openDeposit(page, await newMember(request))
  const { data, width, height } = await pictureOf(tile, context)
  expect(decode(data, width, height, { inversionAttempts: 'dontInvert' })).toBeNull()
  expect(decode(data, width, height, { inversionAttempts: 'invertFirst' })?.data).toBe(address)

  await tabTo(page, tile)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Wallet address' })
  await expect(dialog.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(tile).toBeFocused()
})

async function openDeposit(page: Page, member: Parameters<typeof openAs>[1]) {
  await openAs(page, member, '/deposit')
  const tile = page.getByRole('button', { name: /^QR code of your wallet address/ })
  await expect(tile).toBeVisible()
  const address = (await page.getByRole('main').locator('code').first().textContent()) ?? ''
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  return { tile, address }
}

type Picture = { data: Uint8ClampedArray; width: number; height: number }

/** What a camera would see, in CSS pixels. */
async function pictureOf(what: Locator, context: BrowserContext): Promise<Picture> {
  await expect(what).toBeVisible()
  const png = await what.screenshot({ animations: 'disabled', scale: 'css' })
  // The browser decodes the PNG, in a separate page without a content security policy.
  const reader = await context.newPage()
  const { data, width, height } = await reader.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const pen = canvas.getContext('2d')
    pen?.drawImage(bitmap, 0, 0)
    const pixels = pen?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
    return { data: Array.from(pixels), width: bitmap.width, height: bitmap.height }
  }, png.toString('base64'))
  await reader.close()
  return { data: Uint8ClampedArray.from(data), width, height }
}

const DARK_MAX = 128

function darkEdges({ data, width, height }: Picture) {
  const edges = { left: width, right: 0, top: height, bottom: 0 }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[(y * width + x) * 4] ?? 0) < DARK_MAX) {
        edges.left = Math.min(edges.left, x)
        edges.right = Math.max(edges.right, x + 1)
        edges.top = Math.min(edges.top, y)
        edges.bottom = Math.max(edges.bottom, y + 1)
      }
  return edges
}
