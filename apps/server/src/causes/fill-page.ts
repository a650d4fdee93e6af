import { causeSlug } from '@trefoil/contract/causes'
import type { Language } from '@trefoil/core/language/languages'
import { Refusal } from '@trefoil/core/refusal'
import type { Filling } from '../http/filled-page.ts'
import { publicPageTexts } from '../languages/public-pages.ts'
import type { Causes } from './causes.ts'
import { escaped } from './escaped.ts'

const NAME = 'Trefoil'

/** Without a slug: the list of all causes. */
export const fillCausePage =
  (causes: Causes, publicUrl: string) =>
  async (slug: string | undefined, language: Language): Promise<Filling> => {
    const texts = publicPageTexts(language)
    if (slug === undefined || slug === '') {
      const data = await causes.list()
      const path = '/causes'
      return { status: 200, ...partsOf({ ...texts.causes, url: publicUrl + path }), data: { path, data } }
    }
    const path = `/causes/${slug}`
    // Here a slug is whatever somebody typed, which the database may not even be able to read.
    const data = causeSlug.safeParse(slug).success ? await causes.read(slug).catch(noneIfUnknown) : null
    if (!data) return { status: 404, ...partsOf({ ...texts.unknownCause, url: undefined }), data: { path, data: null } }
    const { name: title, summary: lead, picture } = data
    const parts = partsOf({ title, lead, url: publicUrl + path, picture: picture && publicUrl + picture.large })
    return { status: 200, ...parts, data: { path, data } }
  }

function noneIfUnknown(error: unknown): null {
  if (error instanceof Refusal && error.code === 'not_found') return null
  throw error
}

type Page = { title: string; lead: string; url: string | undefined; picture?: string | null }

function partsOf({ title, lead, url, picture }: Page): Pick<Filling, 'head' | 'shell'> {
  const meta = (kind: 'name' | 'property', name: string, content: string) =>
    `<meta ${kind}="${name}" content="${escaped(content)}" />`
  const head = [
    `<title>${escaped(`${title} · ${NAME}`)}</title>`,
    meta('name', 'description', lead || title),
    ...(url === undefined
      ? [meta('name', 'robots', 'noindex')]
      : [
          `<link rel="canonical" href="${escaped(url)}" />`,
          meta('property', 'og:type', 'website'),
          meta('property', 'og:site_name', NAME),
          meta('property', 'og:title', title),
          meta('property', 'og:description', lead || title),
          meta('property', 'og:url', url),
          meta('name', 'twitter:card', picture ? 'summary_large_image' : 'summary'),
          ...(picture ? [meta('property', 'og:image', picture)] : []),
        ]),
  ]
  const shell = `<div class="public-header"></div><main class="public-main"><div class="public-title"><h1>${escaped(title)}</h1><p>${escaped(lead)}</p></div></main>`
  return { head: head.join(''), shell }
}
