import type { readProfile, updateProfile } from '@trefoil/contract/profile'
import type { BodyOf } from '@trefoil/contract/route'
import type { DataOf } from '../../lib/endpoint.ts'

export type Profile = DataOf<typeof readProfile>['profile']

type TextName = { [Name in keyof Profile]: Profile[Name] extends string | null ? Name : never }[keyof Profile]
export type EditableName = TextName & keyof BodyOf<typeof updateProfile>

type Line = {
  label: string
  /** Monospaced: compared letter by letter. */
  isCode?: true
  copyLabel?: string
  /** Otherwise the line is also shown while the profile is loading. */
  onlyWhenSet?: true
}
type Input = { label: string; description?: string; autoComplete: string; maxLength: number }
type EditableField = Line & { name: EditableName; input: Input; onlyMembers?: true }
export type ProfileField = (Line & { name: TextName; input?: never; onlyMembers?: never }) | EditableField

/** The lines of the profile in order. Those with an input can be changed. */
export const PROFILE_FIELDS: readonly ProfileField[] = [
  { name: 'name', label: 'Name', input: { label: 'Full Name', autoComplete: 'name', maxLength: 100 } },
  { name: 'email', label: 'Email' },
  { name: 'user_pk', label: 'Private Key', isCode: true, copyLabel: 'Copy private key' },
  {
    name: 'wallet_address',
    label: 'Wallet Address',
    isCode: true,
    onlyWhenSet: true,
    input: {
      label: 'Wallet Address',
      description: 'Where withdrawals are paid out (BSC). Left blank, it stays as it is.',
      autoComplete: 'off',
      maxLength: 100,
    },
    onlyMembers: true,
  },
]

export const EDITABLE_FIELDS = PROFILE_FIELDS.filter((field): field is EditableField => field.input !== undefined)
