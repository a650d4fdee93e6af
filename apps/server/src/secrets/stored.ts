import type { SealPurpose, DigestPurpose } from './keyring.ts'

/**
 * Everything in the database that was made with the secret. A rotation re-seals what is listed here, and a start is
 * refused if something needs a version that is not given. A test finds binary columns that are in no list.
 */

export type SealedColumn = {
  table: string
  /** The row's id, an integer. */
  key: string
  column: string
  purpose: SealPurpose
  /** Re-made from what is in the box, in the same statement. So the box's version is also the hash's. */
  hash?: { column: string; purpose: DigestPurpose }
  /** What people call it. */
  label: string
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'account',
    key: 'id',
    column: 'key_box',
    purpose: 'private key',
    hash: { column: 'key_hash', purpose: 'private key' },
    label: 'private keys',
  },
  { table: 'account', key: 'id', column: 'totp_box', purpose: 'totp secret', label: 'authenticator secrets' },
  { table: 'personal_key', key: 'account_id', column: 'key_box', purpose: 'personal key', label: 'personal keys' },
  { table: 'epoch', key: 'number', column: 'key_box', purpose: 'epoch key', label: 'keys of epochs' },
  {
    table: 'webhook_endpoint',
    key: 'id',
    column: 'secret_box',
    purpose: 'webhook secret',
    label: 'secrets of webhooks',
  },
  {
    table: 'webhook_endpoint',
    key: 'id',
    column: 'former_box',
    purpose: 'webhook secret',
    label: 'former secrets of webhooks',
  },
]

/** Boxes in the table of facts about the installation, as `{ box: <base64> }`. */
export const SEALED_FACTS: readonly { fact: string; purpose: SealPurpose; label: string }[] = [
  { fact: 'deposit key', purpose: 'deposit key', label: 'deposit key' },
  { fact: 'log secret', purpose: 'log secret', label: 'secret of the log' },
]

export type HashedColumn = {
  table: string
  column: string
  /** Which rows still count. */
  live: string
  /** When it runs out. Without: it lasts until its owner has used or renewed it, because a hash cannot be re-made. */
  until?: string
  label: string
}

export const HASHED_COLUMNS: readonly HashedColumn[] = [
  { table: 'recovery_code', column: 'code_hash', live: 'used_at is null', label: 'recovery codes' },
  {
    table: 'reset_token',
    column: 'token_hash',
    live: 'used_at is null and expires_at > now()',
    until: 'expires_at',
    label: 'reset links',
  },
  {
    table: 'sign_in_link',
    column: 'token_hash',
    live: 'expires_at > now()',
    until: 'expires_at',
    label: 'links that let an owner in',
  },
  {
    table: 'email_verification',
    column: 'token_hash',
    live: 'link_until > now()',
    until: 'link_until',
    label: 'links that verify an e-mail address',
  },
  {
    table: 'email_verification',
    column: 'code_hash',
    live: 'code_until > now()',
    until: 'code_until',
    label: 'codes that verify an e-mail address',
  },
  {
    table: 'email_change',
    column: 'undo_hash',
    live: 'undone_at is null and undo_until > now()',
    until: 'undo_until',
    label: 'links that undo a change of e-mail address',
  },
]

/** Binary, but not made with the secret; and why. */
export const OTHER_BINARY_COLUMNS: Record<string, string> = {
  'agreement.country_box': "sealed with the account's personal key",
  'api_key.key_hash': 'a plain hash of a random value',
  'epoch.root': 'public',
  'epoch.log_root': 'public',
  'epoch_nodes.content': 'public',
  'epoch_owners.content': 'which leaves are whose; salts and nonces follow from the key of the epoch',
  'auth_event.details': "sealed with the account's personal key, which is what a rotation seals again",
  'account.passkey_user': 'random; what authenticators know the account by',
  'passkey.credential_id': "the authenticator's own name for it",
  'passkey.public_key': 'public',
  'picture.large': 'public',
  'picture.small': 'public',
  'poster_endpoint.secret': 'random, and new with each poster',
  'proof_log.previous_root': 'public',
  'proof_log.root': 'public',
  'proof_log_commitment.commitment': 'hides what it commits to',
  'proof_log_key.seed': 'random; worthless without the secret of the log',
  'proof_log_salt.salt': 'random',
  'proof_log_tile.hashes': 'public',
  'used_challenge.challenge_hash': 'a plain hash of a random value, kept for minutes',
  'data_export_part.content': "sealed with the account's personal key, and kept for days",
  'statement_file_part.content': "sealed with the account's personal key, and kept for a day",
  'mail_outbox.recipient_hash': 'a keyed hash that counts for an hour; under a version that is gone it counts no more',
  'session.seed': 'random; worthless without the secret',
}
