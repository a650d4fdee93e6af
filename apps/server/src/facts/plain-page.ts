import type { Filling } from '../http/filled-page.ts'

type PlainPage = { title: string; lead: string; url: string }

/** Our own words, and an address that the operator chose: nothing to escape. */
export const plainPage = ({ title, lead, url }: PlainPage): Pick<Filling, 'status' | 'head' | 'shell'> => ({
  status: 200,
  head: [
    `<title>${title} · Trefoil</title>`,
    `<meta name="description" content="${lead}" />`,
    `<link rel="canonical" href="${url}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Trefoil" />',
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${lead}" />`,
    `<meta property="og:url" content="${url}" />`,
    '<meta name="twitter:card" content="summary" />',
  ].join(''),
  shell: `<div class="public-header"></div><main class="public-main"><div class="public-title"><h1>${title}</h1><p>${lead}</p></div></main>`,
})
