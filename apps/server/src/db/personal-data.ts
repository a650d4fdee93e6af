import { PERSONAL_DATA_OF_CONSENT } from './personal-data-of-consent.ts'
import { PERSONAL_DATA_OF_KEYS } from './personal-data-of-keys.ts'
import { PERSONAL_DATA_OF_MONEY } from './personal-data-of-money.ts'
import { PERSONAL_DATA_OF_SCREENING } from './personal-data-of-screening.ts'
import { PERSONAL_DATA_OF_SUPPORT } from './personal-data-of-support.ts'
import type { TableOfPersons } from './personal-tables.ts'

const EMAIL = `(select lower(email) from account where id = $1)`

const FILE_PART: TableOfPersons = {
  owned: 'account_id = $1',
  columns: { account_id: 'internal', number: 'internal', content: 'secret' },
}

/**
 * What every table holds about a person: what their export tells, and what erasure takes away. A new table or column has to
 * be added here, or a test fails.
 */
export const PERSONAL_DATA: Readonly<Record<string, TableOfPersons>> = {
  ...PERSONAL_DATA_OF_MONEY,
  ...PERSONAL_DATA_OF_KEYS,
  ...PERSONAL_DATA_OF_SUPPORT,
  ...PERSONAL_DATA_OF_SCREENING,
  ...PERSONAL_DATA_OF_CONSENT,
  account: {
    owned: 'id = $1',
    // Erased last of all, by the operation itself.
    columns: {
      id: 'internal',
      role: 'kept',
      name: 'personal',
      email: 'personal',
      email_hidden: 'personal',
      email_verified_at: 'personal',
      email_grace_until: 'personal',
      mail_topics: 'personal',
      language: 'personal',
      browser_language: 'personal',
      key_hash: 'secret',
      key_box: 'secret',
      passcode_hash: 'secret',
      passcode_handed_out: 'internal',
      first_steps: 'internal',
      wallet_address: 'personal',
      wallet_address_since: 'personal',
      security_hold_until: 'personal',
      totp_box: 'secret',
      totp_enabled_at: 'personal',
      totp_step: 'secret',
      created_at: 'kept',
      passkey_user: 'secret',
      passkeys: 'personal',
      second_factor: 'internal',
    },
  },
  activity: {
    owned: 'account_id = $1',
    columns: {
      id: 'internal',
      account_id: 'internal',
      type: 'personal',
      description: 'personal',
      metadata: 'personal',
      created_at: 'personal',
    },
    // By a function: the application may not delete notes otherwise. It also takes the name out of their sponsor's history.
    erase: ['select erase_notes($1)'],
  },
  activity_summed: {
    owned: 'account_id = $1',
    columns: { account_id: 'internal', origin: 'internal', upto: 'internal' },
  },
  audit_entry: {
    owned: 'member_id = $1',
    // Not freezes, levels, screening and who was looked at, nor proposals, which may not have been carried out.
    told: `action in ('withdrawal.approve', 'withdrawal.refuse', 'member.end_sessions', 'member.reset_two_factor',
      'case.answer', 'case.solve', 'case.reopen', 'mail.retry')`,
    // What operators did and why, by the number of the member: it has to stay, because it answers for them.
    columns: {
      id: 'internal',
      at: 'kept',
      action: 'kept',
      operator_id: 'internal',
      member_id: 'internal',
      subject: 'internal',
      why: 'confidential',
      address: 'internal',
      agent: 'internal',
      details: 'internal',
    },
  },
  auth_event: {
    owned: 'account_id = $1',
    columns: {
      id: 'internal',
      account_id: 'internal',
      at: 'kept',
      kind: 'kept',
      minute: 'internal',
      details: 'sealed',
    },
  },
  data_export: {
    owned: 'account_id = $1',
    columns: {
      account_id: 'internal',
      session_id: 'internal',
      state: 'internal',
      requested_at: 'personal',
      attempts: 'internal',
      percent: 'internal',
      bytes: 'internal',
      expires_at: 'internal',
    },
    erase: ['delete from data_export where account_id = $1'],
  },
  // Goes with the export. It is the file itself.
  data_export_part: FILE_PART,
  demo_mail: {
    owned: `lower(recipient) = ${EMAIL}`,
    columns: { id: 'internal', recipient: 'personal', subject: 'personal', body: 'personal', created_at: 'personal' },
    erase: ['select erase_demo_mails($1)'],
  },
  email_change: {
    owned: 'account_id = $1',
    columns: {
      id: 'internal',
      account_id: 'internal',
      old_email: 'personal',
      undo_hash: 'secret',
      changed_at: 'personal',
      undo_until: 'personal',
      undone_at: 'personal',
    },
    erase: ['delete from email_change where account_id = $1'],
  },
  email_verification: {
    owned: 'account_id = $1',
    columns: {
      account_id: 'internal',
      email: 'personal',
      token_hash: 'secret',
      code_hash: 'secret',
      link_until: 'internal',
      code_until: 'internal',
      wrong_codes: 'internal',
    },
    erase: ['delete from email_verification where account_id = $1'],
  },
  mail_outbox: {
    owned: 'account_id = $1',
    columns: {
      id: 'internal',
      account_id: 'internal',
      kind: 'personal',
      facts: 'personal',
      state: 'personal',
      attempts: 'internal',
      last_error: 'secret',
      created_at: 'personal',
      tried_at: 'personal',
      next_at: 'internal',
      recipient: 'personal',
      recipient_hash: 'secret',
      handed_at: 'internal',
      sent_with: 'internal',
      reference: 'internal',
      read_at: 'personal',
      language: 'personal',
    },
    erase: [
      // Nobody is left to get them. What was not delivered can only be deleted once it is dropped.
      `update mail_outbox set state = 'dropped', next_at = null
        where (account_id = $1 or lower(facts ->> 'email') = ${EMAIL}) and state not in ('sent', 'dropped')`,
      // Counted on for the hour, or else signing up again would bring more mails to the same address.
      `update mail_outbox set account_id = null, facts = '{}', recipient = null, last_error = null, state = 'dropped'
        where (account_id = $1 or lower(facts ->> 'email') = ${EMAIL}) and handed_at > now() - interval '1 hour'`,
      `delete from mail_outbox where account_id = $1 or lower(facts ->> 'email') = ${EMAIL}`,
    ],
  },
  member: {
    owned: 'id = $1',
    // Keeps the place. The code is replaced with the account.
    columns: {
      id: 'internal',
      referral_code: 'personal',
      sponsor: 'internal',
      parent: 'internal',
      position: 'kept',
      depth: 'kept',
      gap: 'internal',
      upline: 'internal',
      seats: 'internal',
    },
  },
  note_month: {
    owned: 'account_id = $1',
    columns: { account_id: 'internal', month: 'internal', type: 'internal', notes: 'internal' },
  },
  personal_key: {
    owned: 'account_id = $1',
    columns: { account_id: 'internal', key_box: 'secret', destroyed_at: 'internal' },
    erase: [
      `insert into personal_key (account_id, destroyed_at) values ($1, now())
        on conflict (account_id) do update set key_box = null, destroyed_at = now()
        where personal_key.destroyed_at is null`,
    ],
  },
  proposal: {
    owned: 'member_id = $1',
    // The history shows the reasons of these as well.
    told: `state = 'done' and kind in ('adjustment', 'reversal')`,
    // Names the member by number. Two operators answer for it, so it stays.
    columns: {
      id: 'internal',
      kind: 'kept',
      state: 'kept',
      details: 'internal',
      summary: 'kept',
      why: 'kept',
      member_id: 'internal',
      proposed_by: 'internal',
      proposed_at: 'kept',
      decided_by: 'internal',
      decided_at: 'kept',
      decision: 'confidential',
      reversed_by: 'internal',
    },
  },
  rate_limit: {
    owned: null,
    columns: { key: 'secret', points: 'internal', expire: 'internal' },
    erase: [`delete from rate_limit where position(${EMAIL} in lower(key)) > 0`],
  },
  recovery_code: {
    owned: 'account_id = $1',
    columns: { account_id: 'internal', code_hash: 'secret', used_at: 'secret' },
    erase: ['delete from recovery_code where account_id = $1'],
  },
  reset_token: {
    owned: 'account_id = $1',
    columns: {
      token_hash: 'secret',
      account_id: 'internal',
      expires_at: 'secret',
      used_at: 'secret',
      mail_id: 'internal',
    },
    erase: ['delete from reset_token where account_id = $1'],
  },
  session: {
    owned: 'account_id = $1',
    columns: {
      id: 'secret',
      account_id: 'internal',
      seed: 'secret',
      generation: 'secret',
      rotated_at: 'personal',
      created_at: 'personal',
      expires_at: 'personal',
      ended_at: 'personal',
      end_reason: 'personal',
      address: 'personal',
      device: 'personal',
      active_at: 'personal',
      second_factor_at: 'personal',
      token_version: 'internal',
    },
    erase: ['delete from session where account_id = $1'],
  },
  sign_in_link: {
    owned: 'account_id = $1',
    columns: { account_id: 'internal', token_hash: 'secret', mail_id: 'internal', expires_at: 'secret' },
    erase: ['delete from sign_in_link where account_id = $1'],
  },
  statement_file: {
    owned: 'account_id = $1',
    columns: {
      account_id: 'internal',
      session_id: 'internal',
      kind: 'internal',
      format: 'internal',
      paper: 'internal',
      first_day: 'internal',
      last_day: 'internal',
      state: 'internal',
      requested_at: 'personal',
      attempts: 'internal',
      percent: 'internal',
      bytes: 'internal',
      expires_at: 'internal',
    },
    erase: ['delete from statement_file where account_id = $1'],
  },
  // Goes with the statement.
  statement_file_part: FILE_PART,
  stream_slot: { owned: 'account_id = $1', columns: { account_id: 'internal', process: 'internal', slot: 'internal' } },
}
