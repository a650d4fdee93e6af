import type { changeSettings as changeRoute, readSettings as readRoute } from '@trefoil/contract/operator/settings'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import type { Settings } from '../env.ts'
import { changeSwitches, readSwitches } from '../members/switches.ts'
import type { Actor, OperatorContext } from './context.ts'

export async function readConsoleSettings({
  db,
  settings,
  chain,
}: OperatorContext): Promise<ReplyOf<typeof readRoute>['data']> {
  const [switches, operators] = await Promise.all([
    readSwitches(db),
    db
      .selectFrom('account')
      .select(['id', 'name', 'email', 'role', 'second_factor as two_factor'])
      .where('role', 'in', ['operator', 'auditor'])
      .orderBy('id')
      .execute(),
  ])
  return {
    payouts_paused: switches.payoutsPausedWhy !== null,
    payouts_paused_why: switches.payoutsPausedWhy,
    mail_operators: switches.mailOperators,
    mask_team: switches.maskTeam,
    configuration: configurationOf(settings, { id: chain.id, vault: chain.vault, signer: chain.signer }),
    operators,
  }
}

/** Contains no secret, key or URL with a password. */
function configurationOf(settings: Settings, chain: { id: number; vault: string; signer: string }) {
  const { limits } = settings
  const facts: Record<string, string | number | boolean> = {
    Mode: settings.production ? 'production' : 'demo',
    'Public address': settings.publicUrl,
    Mail: settings.smtpUrl ? `SMTP, from ${settings.mailFrom}` : 'kept in the outbox',
    Database: settings.databaseUrl ? 'external PostgreSQL' : 'embedded PostgreSQL',
    'May be unencrypted': settings.plaintext.join(', ') || 'nothing',
    Network: `${settings.chain.network} (chain ${chain.id})`,
    Token: settings.chain.token,
    Confirmations: settings.chain.confirmations,
    Vault: chain.vault,
    Signer: chain.signer,
    'Transfers need a code from': `$${settings.transferCodeFromUsd} in 24 hours`,
    'Sign-ups per hour and address': limits.signUpsPerHour,
    'Wrong passcodes per minute': limits.wrongPasscodesPerMinute,
  }
  return Object.entries(facts).map(([name, value]) => ({ name, value: String(value) }))
}

/** What moves no money, or stops it: one operator is enough. */
export async function changeConsoleSettings({ act }: OperatorContext, actor: Actor, body: BodyOf<typeof changeRoute>) {
  const { why, payouts_paused: paused, mail_operators: mail, mask_team: mask } = body
  if (paused === undefined && mail === undefined && mask === undefined)
    throw new Refusal('invalid_request', 'There is nothing to change.')
  const details = { payouts_paused: paused, mail_operators: mail, mask_team: mask }
  await act({ ...actor, action: 'settings.change', why, details }, (tx) =>
    changeSwitches(tx, {
      ...(paused && { payoutsPausedWhy: why }),
      ...(mail && { mailOperators: true }),
      ...(mask !== undefined && { maskTeam: mask }),
    }),
  )
}
