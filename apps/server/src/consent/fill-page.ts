import { documentKind } from '@trefoil/contract/consent'
import type { Language } from '@trefoil/core/language/languages'
import { Refusal } from '@trefoil/core/refusal'
import type { Filling } from '../http/filled-page.ts'
import { publicPageTexts } from '../languages/public-pages.ts'
import type { PublicDocuments } from './read-documents.ts'

/** `terms`, or `terms-v2` for a certain version. */
const SLUG = /^([a-z]+)(?:-v([1-9]\d{0,8}))?$/

/** Without a slug: the list. The text is there before any code has run. */
export const fillDocumentPage =
  (documents: PublicDocuments, publicUrl: string) =>
  async (slug: string | undefined, language: Language): Promise<Filling> => {
    const texts = publicPageTexts(language).documents
    if (slug === undefined || slug === '') {
      const path = '/documents'
      return {
        status: 200,
        ...partsOf({ ...texts.all, url: publicUrl + path }),
        data: { path, data: await documents.list() },
      }
    }
    const path = `/documents/${slug}`
    const data = await readBySlug(documents, slug)
    if (!data) return { status: 404, ...partsOf(texts.unknown), data: { path, data: null } }
    const { kind, version, html, versions } = data
    const title = texts.titles[kind]
    const inForce = version === versions[0]?.version
    const lead = inForce ? texts.inForce({ version }) : texts.old({ version })
    // One address for the version in force, whichever way it was asked for.
    const url = `${publicUrl}/documents/${inForce ? kind : slug}`
    return { status: 200, ...partsOf({ title, lead, url, html }), data: { path: pathInApi(slug), data } }
  }

/** What the page would ask for otherwise. */
const pathInApi = (slug: string): string => `/documents/${slug.replace(/-v(\d+)$/, '?version=$1')}`

async function readBySlug(documents: PublicDocuments, slug: string) {
  const [, word, number] = SLUG.exec(slug) ?? []
  const kind = documentKind.safeParse(word)
  if (!kind.success) return null
  const version = number === undefined ? undefined : Number(number)
  return documents.read({ kind: kind.data, version }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
}

/** Our own words, and a text that was rendered safely: nothing to escape. */
function partsOf({ title, lead, url, html = '' }: { title: string; lead: string; url?: string; html?: string }) {
  const head = [
    `<title>${title} · Trefoil</title>`,
    `<meta name="description" content="${lead}" />`,
    url === undefined ? '<meta name="robots" content="noindex" />' : `<link rel="canonical" href="${url}" />`,
  ]
  const shell = `<div class="public-header"></div><main class="public-main"><div class="public-title"><h1>${title}</h1><p>${lead}</p></div><div>${html}</div></main>`
  return { head: head.join(''), shell }
}
