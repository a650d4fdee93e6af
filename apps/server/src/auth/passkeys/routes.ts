import { randomBytes } from 'node:crypto'
import * as contract from '@trefoil/contract/passkeys'
import { ok, serve, type Served } from '../../http/serve.ts'
import { CHALLENGE_MINUTES } from '../../members/passkey-challenge.ts'
import type { AuthContext } from '../context.ts'
import { welcome } from '../welcome.ts'
import { addPasskey } from './add.ts'
import { listPasskeys, renamePasskey } from './list.ts'
import { confirmationOptions, creationOptions, signInOptions } from './options.ts'
import { removePasskey } from './remove.ts'
import { signInWithPasskey } from './sign-in.ts'

export const passkeyRoutes = (context: AuthContext): Served[] => [
  serve(contract.passkeySignInOptions, async ({ cookies }) => {
    // Tabs of one browser share it, so that none makes another's challenge worthless.
    const known = cookies.read('passkey')
    const browser = known && /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
    cookies.write('passkey', browser, CHALLENGE_MINUTES * 60)
    return ok('Use your passkey.', { data: signInOptions(context, browser) })
  }),

  serve(contract.passkeySignIn, async ({ body, address, agent, spoken, cookies }) => {
    const device = { address, agent, spoken: spoken(), browser: cookies.read('passkey') }
    const signedIn = await signInWithPasskey(context, body.passkey, device)
    cookies.clear('passkey')
    return welcome(context, cookies, signedIn)
  }),

  serve(contract.passkeyOptions, async ({ body, caller, address, agent }) =>
    ok('Create your passkey.', {
      data: await creationOptions(context, caller, { ...body, origin: { address, agent } }),
    }),
  ),

  serve(contract.addPasskey, async ({ body, caller, address, agent }) =>
    ok('The passkey was added.', { data: await addPasskey(context, caller, { ...body, origin: { address, agent } }) }),
  ),

  serve(contract.readPasskeys, async ({ caller }) =>
    ok('Your passkeys', { data: { passkeys: await listPasskeys(context.db, caller.accountId) } }),
  ),

  serve(contract.passkeyChallenge, async ({ caller }) =>
    ok('Use your passkey.', { data: await confirmationOptions(context, caller) }),
  ),

  serve(contract.renamePasskey, async ({ params, body, caller }) => {
    await renamePasskey(context.db, { accountId: caller.accountId, id: params.id, name: body.name })
    return ok('The passkey has a new name.')
  }),

  serve(contract.removePasskey, async ({ params, body, caller, address, agent }) => {
    await removePasskey(context, caller, { id: params.id, ...body, origin: { address, agent } })
    return ok('The passkey was removed.')
  }),
]
