import type { readProfile, updateProfile } from '@trefoil/contract/profile'
import type { BodyOf } from '@trefoil/contract/route'
import type { DataOf } from '../../lib/endpoint.ts'
import { settingsCopy } from './copy.ts'

const text = settingsCopy.profile

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
  { name: 'name', label: text.name, input: { label: text.fullName, autoComplete: 'name', maxLength: 100 } },
  { name: 'email', label: text.email },
  { name: 'user_pk', label: text.privateKey, isCode: true, copyLabel: text.copyPrivateKey },
  {
    name: 'wallet_address',
    label: text.walletAddress,
    isCode: true,
    onlyWhenSet: true,
    input: {
      label: text.walletAddress,
      description: text.walletAddressHint,
      autoComplete: 'off',
      maxLength: 100,
    },
    onlyMembers: true,
  },
]

export const EDITABLE_FIELDS = PROFILE_FIELDS.filter((field): field is EditableField => field.input !== undefined)
