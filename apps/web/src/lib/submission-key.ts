const KEY_BYTES = 16

/**
 * The `Idempotency-Key` of a form. The same fields sent again after a lost connection carry the same key, so that they
 * take effect once; other fields, or the same after a success, are a new submission.
 */
export function submissionKeys(): { keyFor: (fields: object) => string; settle: () => void } {
  let open: { fields: string; key: string } | null = null
  return {
    keyFor(fields) {
      const text = JSON.stringify(fields)
      if (open?.fields !== text) open = { fields: text, key: newKey() }
      return open.key
    },
    settle() {
      open = null
    },
  }
}

/** Not `randomUUID`: plain http on another host has none. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
