import { expect, test } from 'vitest'
import { whyIn } from './why.mjs'

test.each([
  ['npm error code EAI_AGAIN\nnpm error syscall getaddrinfo', 'the registry of packages cannot be reached'],
  ['npm error code ECONNREFUSED', 'the registry of packages cannot be reached'],
  ['npm error code ETIMEDOUT', 'the registry of packages cannot be reached, or is too slow'],
  ['npm error code E503\nnpm error 503 Service Unavailable - GET …', 'the registry of packages answered 503'],
  ['npm error code E404', 'the registry of packages answered 404'],
  ['npm error code ENOSPC\nnpm error syscall write', 'the disk is full'],
  ["EROFS: read-only file system, open '/x/.prepare.lock'", 'the folder is on a read-only file system'],
  ['npm error code EACCES', 'the folder may not be written to'],
  ['node ended with SIGKILL', 'SIGKILL ended it'],
])('%j means that %s', (output, why) => {
  expect(whyIn(output)).toBe(why)
})

test('other failures are shown as they are', () => {
  expect(whyIn('src/app.tsx: Unexpected token')).toBeUndefined()
})
