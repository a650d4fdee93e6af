import * as accounts from '@trefoil/contract/accounts'
import * as emails from '@trefoil/contract/email'
import * as profile from '@trefoil/contract/profile'
import * as securityEvents from '@trefoil/contract/security-events'
import * as sessions from '@trefoil/contract/sessions'
import * as twoFactor from '@trefoil/contract/two-factor'
import { noSession } from '@trefoil/core/identity/no-session'
import { Refusal } from '@trefoil/core/refusal'
import { MEMBER_SESSION_DAYS } from '../db/session-times.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import type { Spoken } from '../http/spoken.ts'
import type { Origin } from '../members/auth-events.ts'
import { readAuthEvents } from '../members/read-auth-events.ts'
import { changeEmail } from './change-email.ts'
import { changePasscode } from './change-passcode.ts'
import type { AuthContext } from './context.ts'
import { endOtherSessions, endOwnSession, keepActive, readOwnSessions, stepUp } from './own-sessions.ts'
import { dismissFirstSteps, endDoneSteps } from './first-steps.ts'
import { chooseLanguage } from './language.ts'
import { changeDetails, readProfile } from './profile.ts'
import { register, type SignUp } from './register.ts'
import { requestReset, resetPasscode } from './reset-passcode.ts'
import { refreshSession, signOut } from './sessions.ts'
import { openSignInLink, requestSignInLink } from './sign-in-link.ts'
import { signIn } from './sign-in.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { sendVerification, verifyByCode, verifyByLink } from './verify-email.ts'
import { DAY_SECONDS, rememberDevice, welcome } from './welcome.ts'
import { disableTwoFactor, enableTwoFactor, renewRecoveryCodes, setUpTwoFactor } from './two-factor.ts'

export const authRoutes = (context: AuthContext): Served[] => [
  ...sessionRoutes(context),

  serve(accounts.register, async ({ body, address, agent, spoken }) => {
    const origin = { address, agent, spoken: spoken() }
    const { privateKey, referralCode, name } = await registerWithinLimits(context, body, origin)
    return ok('Signup successful!', {
      user: { user_pk: privateKey, name, email: body.email, referral_code: referralCode },
    })
  }),

  serve(accounts.login, async ({ body, address, agent, spoken, cookies }) => {
    const device = {
      address,
      agent,
      spoken: spoken(),
      cookie: cookies.read('device'),
      browser: cookies.read('passkey'),
    }
    return welcome(context, cookies, await signIn(context, body, device))
  }),

  serve(accounts.refreshToken, async ({ cookies, address, agent }) => {
    const token = cookies.read('refresh')
    const origin = { address, agent }
    const session =
      token && (await context.db.transaction().execute((tx) => refreshSession(tx, context.keyring, { token, origin })))
    if (!session) {
      cookies.clear('refresh')
      throw noSession()
    }
    cookies.write('refresh', session.refreshToken, MEMBER_SESSION_DAYS * DAY_SECONDS)
    return ok('Session continued.', {
      data: { accessToken: context.tokens.sign(session.sessionId) },
    })
  }),

  serve(accounts.logout, async ({ caller, cookies, address, agent }) => {
    const ending = { ...caller, origin: { address, agent } }
    await context.db.transaction().execute((tx) => signOut(tx, context.keyring, ending))
    cookies.clear('refresh')
    return ok('Logged out successfully.')
  }),

  serve(accounts.requestSignInLink, async ({ body, address, spoken }) => {
    await requestSignInLink(context, { ...body, address, spoken: spoken() })
    return ok('If the address belongs to an account, a link is on its way.')
  }),

  serve(accounts.openSignInLink, async ({ body, address, agent, cookies }) => {
    const { deviceCookie } = await openSignInLink(context, body.token, { address, agent })
    rememberDevice(cookies, deviceCookie)
    return ok('We know this browser now. Please sign in.')
  }),

  serve(accounts.forgotPassword, async ({ body, address, spoken }) => {
    await requestReset(context, { ...body, address, spoken: spoken() })
    return ok('Reset credentials set to your email.')
  }),

  ...resetPaths.map((path) =>
    serve({ ...accounts.resetPassword, path }, async ({ body, address, agent, cookies }) => {
      const { deviceCookie } = await resetPasscode(context, body, { address, agent })
      rememberDevice(cookies, deviceCookie)
      return ok('Password reset successfully')
    }),
  ),

  serve(profile.readProfile, async ({ caller }) =>
    ok('Profile', {
      data: await endDoneSteps(context, caller.accountId, await readProfile(context, caller.accountId)),
    }),
  ),

  serve(profile.updateProfile, async ({ body, caller, address, agent }) => {
    const { current_password: from, new_password: to, ...details } = body
    if (from === undefined && to === undefined) {
      await changeDetails(context, caller, { ...details, origin: { address, agent } })
      return ok('Profile updated successfully!')
    }
    if (from === undefined || to === undefined)
      throw new Refusal('invalid_request', 'current_password and new_password go together.')
    await changePasscode(context, caller, { from, to, origin: { address, agent } })
    return ok('Password updated successfully!')
  }),

  serve(profile.setWallet, async ({ body, caller, address, agent }) => {
    await changeDetails(context, caller, { ...body, origin: { address, agent } })
    return ok('Wallet address saved.')
  }),

  serve(profile.setLanguage, async ({ body, caller }) => {
    await chooseLanguage(context, caller, body.language)
    return ok('Language saved.')
  }),

  serve(profile.dismissFirstSteps, async ({ caller }) => {
    await dismissFirstSteps(context, caller)
    return ok('The first steps are not shown any more.')
  }),

  serve(emails.verifyEmail, async ({ body: { token, code }, caller, address, agent }) => {
    if ((token === undefined) === (code === undefined))
      throw new Refusal('invalid_request', 'Send either the token of the link, or the code.')
    if (token !== undefined) await verifyByLink(context, token, { address, agent })
    else if (!caller) throw noSession()
    else await verifyByCode(context, caller.accountId, { code: code ?? '', origin: { address, agent } })
    return ok('Your e-mail address is verified.')
  }),

  serve(emails.sendVerification, async ({ caller }) => {
    await sendVerification(context, caller.accountId)
    return ok('A mail with a link and a code is on its way.')
  }),

  serve(emails.changeEmail, async ({ body, caller, address, agent }) => {
    await changeEmail(context, caller, { ...body, origin: { address, agent } })
    return ok('Your e-mail address was changed. Please verify the new one.')
  }),

  serve(emails.undoEmailChange, async ({ body, address, agent }) => {
    await undoEmailChange(context, body.token, { address, agent })
    return ok('Your e-mail address is yours again. Set a new passcode now.')
  }),

  serve(securityEvents.readSecurityEvents, async ({ query, caller: { accountId } }) => {
    const history = { keyring: context.keyring, name: 'security events', reader: accountId }
    return ok('Security events', { data: await readAuthEvents(context.db, history, { ...query, accountId }) })
  }),

  serve(twoFactor.setUpTwoFactor, async ({ body, caller, address, agent }) =>
    ok('Scan the code with your authenticator app.', {
      data: await setUpTwoFactor(context, caller, { ...body, origin: { address, agent } }),
    }),
  ),

  serve(twoFactor.enableTwoFactor, async ({ body, caller, address, agent }) =>
    ok('Two-factor authentication is on.', {
      data: { recovery_codes: await enableTwoFactor(context, caller, { ...body, origin: { address, agent } }) },
    }),
  ),

  serve(twoFactor.disableTwoFactor, async ({ body, caller, address, agent }) => {
    await disableTwoFactor(context, caller, { ...body, origin: { address, agent } })
    return ok('Two-factor authentication is off.')
  }),

  serve(twoFactor.renewRecoveryCodes, async ({ body, caller, address, agent }) =>
    ok('Your old recovery codes no longer work.', {
      data: { recovery_codes: await renewRecoveryCodes(context, caller, { ...body, origin: { address, agent } }) },
    }),
  ),
]

const sessionRoutes = (context: AuthContext): Served[] => [
  serve(sessions.listSessions, async ({ caller }) =>
    ok('Sessions', { data: { sessions: await readOwnSessions(context, caller) } }),
  ),

  serve(sessions.endSession, async ({ params, caller, address, agent }) => {
    await endOwnSession(context, { ...caller, origin: { address, agent } }, params.id)
    return ok('The session was ended.')
  }),

  serve(sessions.endOtherSessions, async ({ caller, address, agent }) => {
    const ended = await endOtherSessions(context, { ...caller, origin: { address, agent } })
    return ok('All other sessions were ended.', { data: { ended } })
  }),

  serve(sessions.reportActivity, async ({ caller }) =>
    ok('The session goes on.', { data: await keepActive(context, caller) }),
  ),

  serve(sessions.stepUp, async ({ body, caller, address, agent }) => {
    await stepUp(context, { ...caller, origin: { address, agent } }, body.code)
    return ok('Thank you: you can go on.')
  }),
]

/** The specification's client sends a stray closing brace. */
const resetPaths = [accounts.resetPassword.path, `${accounts.resetPassword.path}}`]

/**
 * Only successful sign-ups count against the address, and only others as guesses: of referral codes and of registered
 * e-mail addresses. Both places are taken first, so that beyond a limit every answer is the same.
 */
async function registerWithinLimits(context: AuthContext, body: SignUp, origin: Origin & { spoken: Spoken }) {
  const guess = await context.limits.guess(origin.address)
  const place = await context.limits.signUp(origin.address).catch(async (error: unknown) => {
    await guess.giveBack()
    throw error
  })
  try {
    const admitted = await register(context, body, origin)
    await guess.giveBack()
    return admitted
  } catch (error) {
    await place.giveBack()
    throw error
  }
}
