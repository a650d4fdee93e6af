import * as accounts from '@trefoil/contract/accounts'
import * as profile from '@trefoil/contract/profile'
import * as twoFactor from '@trefoil/contract/two-factor'
import { Refusal } from '@trefoil/core/refusal'
import { ok, serve, type Served } from '../http/serve.ts'
import { changePasscode } from './change-passcode.ts'
import type { AuthContext } from './context.ts'
import { DEVICE_DAYS } from './devices.ts'
import { changeDetails, readProfile } from './profile.ts'
import { register } from './register.ts'
import { requestReset, resetPasscode } from './reset-passcode.ts'
import { endSessions, noSession, refreshSession, SESSION_DAYS } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { disableTwoFactor, enableTwoFactor, renewRecoveryCodes, setUpTwoFactor } from './two-factor.ts'

const DAY_SECONDS = 24 * 60 * 60

export const authRoutes = (context: AuthContext): Served[] => [
  serve(accounts.register, async ({ body, address }) => {
    const { privateKey, referralCode } = await registerWithinLimits(context, body, address)
    return ok('Signup successful!', {
      user: { user_pk: privateKey, name: body.name.trim(), email: body.email, referral_code: referralCode },
    })
  }),

  serve(accounts.login, async ({ body, address, agent, cookies }) => {
    const device = { address, agent, cookie: cookies.read('device') }
    const { user, session, deviceCookie } = await signIn(context, body, device)
    cookies.write('refresh', session.refreshToken, SESSION_DAYS * DAY_SECONDS)
    cookies.write('device', deviceCookie, DEVICE_DAYS * DAY_SECONDS)
    return ok('Welcome back!', {
      token: context.tokens.sign(session.sessionId),
      user,
    })
  }),

  serve(accounts.refreshToken, async ({ cookies }) => {
    const token = cookies.read('refresh')
    const session =
      token && (await context.db.transaction().execute((tx) => refreshSession(tx, context.keyring, token)))
    if (!session) {
      cookies.clear('refresh')
      throw noSession()
    }
    cookies.write('refresh', session.refreshToken, SESSION_DAYS * DAY_SECONDS)
    return ok('Session continued.', {
      data: { accessToken: context.tokens.sign(session.sessionId) },
    })
  }),

  serve(accounts.logout, async ({ caller, cookies }) => {
    await endSessions(context.db, { sessionId: caller.sessionId }, 'logout')
    cookies.clear('refresh')
    return ok('Logged out successfully.')
  }),

  serve(accounts.forgotPassword, async ({ body, address }) => {
    await requestReset(context, body.email, address)
    return ok('Reset credentials set to your email.')
  }),

  ...resetPaths.map((path) =>
    serve({ ...accounts.resetPassword, path }, async ({ body, address }) => {
      await resetPasscode(context, body, address)
      return ok('Password reset successfully')
    }),
  ),

  serve(profile.readProfile, async ({ caller }) =>
    ok('Profile', {
      data: await readProfile(context, caller.accountId),
    }),
  ),

  serve(profile.updateProfile, async ({ body, caller }) => {
    const { current_password: from, new_password: to, ...details } = body
    if (from === undefined && to === undefined) {
      await changeDetails(context, caller.accountId, details)
      return ok('Profile updated successfully!')
    }
    if (from === undefined || to === undefined)
      throw new Refusal('invalid_request', 'current_password and new_password go together.')
    await changePasscode(context, caller, { from, to })
    return ok('Password updated successfully!')
  }),

  serve(profile.setWallet, async ({ body, caller }) => {
    await changeDetails(context, caller.accountId, body)
    return ok('Wallet address saved.')
  }),

  serve(twoFactor.setUpTwoFactor, async ({ body, caller }) =>
    ok('Scan the code with your authenticator app.', {
      data: await setUpTwoFactor(context, caller.accountId, body.password),
    }),
  ),

  serve(twoFactor.enableTwoFactor, async ({ body, caller }) =>
    ok('Two-factor authentication is on.', {
      data: { recovery_codes: await enableTwoFactor(context, caller, body.code) },
    }),
  ),

  serve(twoFactor.disableTwoFactor, async ({ body, caller }) => {
    await disableTwoFactor(context, caller.accountId, body)
    return ok('Two-factor authentication is off.')
  }),

  serve(twoFactor.renewRecoveryCodes, async ({ body, caller }) =>
    ok('Your old recovery codes no longer work.', {
      data: { recovery_codes: await renewRecoveryCodes(context, caller.accountId, body.code) },
    }),
  ),
]

/** The specification's client sends a stray closing brace. */
const resetPaths = [accounts.resetPassword.path, `${accounts.resetPassword.path}}`]

/** Only successful sign-ups count against the address. Refusals that reveal something count as guesses. */
async function registerWithinLimits(context: AuthContext, body: Parameters<typeof register>[1], address: string) {
  const place = await context.limits.signUp(address)
  try {
    return await register(context, body)
  } catch (error) {
    await place.giveBack()
    if (error instanceof Refusal && (error.code === 'email_taken' || error.code === 'unknown_referral_code'))
      await context.limits.guess(address)
    throw error
  }
}
