/** Everything that production asks for. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://trefoil_app@db.example.org/trefoil?sslmode=verify-full',
  PUBLIC_URL: 'https://trefoil.example.org/',
  TREFOIL_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'Trefoil <hello@example.org>',
  TRUST_PROXY: 'none',
  CHAIN_RPC_URL: 'https://one.example.org,https://two.example.org',
  CHAIN_TOKEN: `0x${'1'.repeat(40)}`,
  CHAIN_FACTORY: `0x${'2'.repeat(40)}`,
  CHAIN_TREASURY: `0x${'3'.repeat(40)}`,
  CHAIN_VAULT: `0x${'4'.repeat(40)}`,
  CHAIN_SIGNER_KEY_FILE: '/run/secrets/signer',
  LOG_KEY_FILE: '/var/lib/trefoil/log-key',
}
