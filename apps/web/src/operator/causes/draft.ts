import type { changeCause } from '@trefoil/contract/operator/causes'
import type { BodyOf } from '@trefoil/contract/route'
import type { CauseRecord, UploadedPicture } from './api.ts'

type Written = Omit<BodyOf<typeof changeCause>, 'why' | 'version'>

/** A cause as it stands in the form. */
export type CauseDraft = Omit<Written, 'picture' | 'country'> & {
  picture: Pick<UploadedPicture, 'name' | 'small'> | null
  country: string
}

export const NEW_DRAFT: CauseDraft = {
  slug: '',
  name: '',
  summary: '',
  story: '',
  picture: null,
  picture_description: '',
  legal_name: '',
  country: '',
  registration_number: '',
  link: '',
  deductible: [],
}

export const draftOf = (cause: CauseRecord): CauseDraft => ({
  slug: cause.slug,
  name: cause.name,
  summary: cause.summary,
  story: cause.story,
  picture: cause.picture && { name: cause.picture.name, small: cause.picture.small },
  picture_description: cause.picture?.description ?? '',
  legal_name: cause.legal_name,
  country: cause.country ?? '',
  registration_number: cause.registration_number,
  link: cause.link,
  deductible: cause.deductible,
})

/** As it is sent. Lines lose the space around them. */
export const writtenOf = (draft: CauseDraft): Written => ({
  slug: draft.slug.trim(),
  name: draft.name.trim(),
  summary: draft.summary.replaceAll(/\s+/g, ' ').trim(),
  story: draft.story,
  picture: draft.picture?.name ?? null,
  picture_description: draft.picture_description.trim(),
  legal_name: draft.legal_name.trim(),
  country: draft.country.trim().toUpperCase() || null,
  registration_number: draft.registration_number.trim(),
  link: draft.link.trim(),
  deductible: draft.deductible.map(({ jurisdiction, words }) => ({
    jurisdiction: jurisdiction.trim().toUpperCase(),
    words: words.trim(),
  })),
})
