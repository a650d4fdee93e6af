import type { Page } from '@playwright/test'

/** A telephone that recognises its owner, or a key that is plugged in. */
const KINDS = { telephone: 'internal', key: 'usb' } as const

/** The virtual authenticators of Chromium: one at hand at a time, and what it holds stays in it. */
export async function authenticatorsOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const dump = (id: string) => devtools.send('WebAuthn.getCredentials', { authenticatorId: id })
  const held = new Map<keyof typeof KINDS, Awaited<ReturnType<typeof dump>>['credentials']>()
  let atHand: { kind: keyof typeof KINDS; id: string } | undefined

  const putAway = async () => {
    if (!atHand) return
    held.set(atHand.kind, (await dump(atHand.id)).credentials)
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: atHand.id })
    atHand = undefined
  }

  return {
    putAway,
    take: async (kind: keyof typeof KINDS) => {
      await putAway()
      const { authenticatorId: id } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: KINDS[kind],
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      for (const credential of held.get(kind) ?? [])
        await devtools.send('WebAuthn.addCredential', { authenticatorId: id, credential })
      atHand = { kind, id }
    },
  }
}
