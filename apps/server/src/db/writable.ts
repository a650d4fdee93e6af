/**
 * Whether the server takes writes, by all that it says: a standby does not, nor one that was set to read-only while its
 * disk is full or its successor takes over.
 */
export const IS_WRITABLE = `not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`
