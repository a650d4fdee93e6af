import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, SOURCE_LANGUAGE } from '@trefoil/core/language/languages'
import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin } from 'vite'
import type { ScreenList } from './read-screens.ts'
import { copy } from './src/lib/copy.ts'
import { devFileOf, nameOf } from './vite-languages.ts'

const SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g
const ENTRY = /<script type="module"[^>]*src="([^"]+)"><\/script>/g
const PRELOADED = /<link rel="modulepreload"[^>]*href="([^"]+)">/g
const MAIN = 'main.tsx'
const DASHBOARD = 'app/dashboard.tsx'

/** What the pages bring with them, so that their first picture waits for nothing else. */
export function pages(screens: ScreenList): Plugin {
  return {
    name: 'pages',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle }) {
        const beforePaint = await beforePaintScript(path, bundle)
        // In development the styles of the page shell come with the code.
        if (!bundle) return [beforePaint]
        const isMembers = path.endsWith('index.html')
        const tags = isMembers ? [beforePaint, await pageShellScript(screens, bundle)] : [beforePaint]
        const scripts = [...html.matchAll(PRELOADED), ...html.matchAll(ENTRY)].map(([, src = '']) => ownTask(src))
        return {
          html: withSheets(html.replace(ENTRY, '').replace(PRELOADED, ''), bundle),
          tags: [fontPreload(bundle), ...tags, ...scripts],
        }
      },
    },
  }
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

async function beforePaintScript(path: string, bundle: Bundle | undefined): Promise<HtmlTagDescriptor> {
  const script = await source('before-paint.js')
  const languages = Object.entries(LANGUAGES)
    // The console speaks English.
    .filter(([language]) => language === SOURCE_LANGUAGE || !path.endsWith('operator.html'))
    .map(([language, { direction }]) => {
      const file =
        language === SOURCE_LANGUAGE ? undefined : bundle ? catalogueIn(bundle, language) : devFileOf(language)
      return [language, { direction, file }]
    })
  return {
    tag: 'script',
    children: script.replace('LANGUAGES', () => JSON.stringify(Object.fromEntries(languages))),
    injectTo: 'head',
  }
}

function catalogueIn(bundle: Bundle, language: string): string {
  const file = Object.keys(bundle).find((each) => each.includes(`/${nameOf(language)}-`) && each.endsWith('.js'))
  if (file === undefined) throw new Error(`The texts of ${language} were not built.`)
  return `/${file}`
}

type ShownScreen = Pick<ScreenList['member'][number], 'title' | 'documentTitle' | 'lead' | 'card' | 'path' | 'file'>

/** What the page itself shows and asks for, before any code has come. */
async function pageShellScript({ member, visitor }: ScreenList, bundle: Bundle): Promise<HtmlTagDescriptor> {
  const shellOf = ({ title, documentTitle = title, lead, card, file }: ShownScreen, also: string[]) => ({
    title,
    documentTitle: copy.product.inTab(documentTitle),
    lead,
    card,
    files: filesOf([...also, file], bundle),
  })
  const forMembers = Object.fromEntries(member.map((screen) => [screen.path, shellOf(screen, [sourceOf(DASHBOARD)])]))
  const forVisitors = visitor
    .filter(({ hasPageShell }) => hasPageShell)
    .flatMap((screen) => pathsOf(screen).map((path) => [path, shellOf(screen, [])]))
  const home = visitor.filter(({ isHome }) => isHome).flatMap(pathsOf)
  const shells = {
    // Who is signed in has nothing to do at the sign-in.
    member: { ...forMembers, ...Object.fromEntries(home.map((path) => [path, forMembers['/dashboard']])) },
    visitor: Object.fromEntries(forVisitors),
  }
  const script = await source('page-shell.js')
  return {
    tag: 'script',
    children: script.replace('PAGE_SHELLS', () => JSON.stringify(shells).replaceAll('<', String.raw`\u003c`)),
    injectTo: 'body',
  }
}

/** Without a slash at the end, as the script looks for them. */
const pathsOf = ({ path, isHome }: ScreenList['visitor'][number]): string[] => (isHome ? ['', path] : [path])

/** What these modules need beside what every visitor gets. */
function filesOf(modules: string[], bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const chunkOf = (module: string) => chunks.find(({ moduleIds }) => moduleIds.includes(module))
  const withImports = (start: string[]) => {
    const files = new Set(start)
    // A set goes on to what is added while it is walked.
    for (const file of files)
      for (const each of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(each)
    return files
  }
  const file = (module: string) => {
    const chunk = chunkOf(module)
    if (!chunk) throw new Error(`${module} was not built.`)
    return chunk.fileName
  }
  const already = withImports([file(sourceOf(MAIN))])
  const scripts = [...withImports(modules.map(file))].filter((each) => !already.has(each))
  const sheets = chunks
    .filter(({ fileName }) => scripts.includes(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...sheets, ...scripts].map((each) => `/${each}`)
}

const sourceOf = (module: string): string => fileURLToPath(new URL(`src/${module}`, import.meta.url))

const source = (file: string): Promise<string> => readFile(new URL(`page/${file}`, import.meta.url), 'utf8')

/** A disabled link stays in the place of each sheet: else the first screen that needs it would fetch it again. */
const withSheets = (html: string, bundle: Bundle): string =>
  html.replace(SHEET, (_link, file: string) => {
    const sheet = bundle[file]
    if (sheet?.type !== 'asset') throw new Error(`The page asks for ${file}, which was not built.`)
    return `<style>${String(sheet.source)}</style><link rel="stylesheet" href="/${file}" disabled>`
  })

/** The one font file is known by its hashed name only after the build, and text should not wait for a style to ask for it. */
function fontPreload(bundle: Bundle): HtmlTagDescriptor {
  const file = Object.keys(bundle).find((each) => each.endsWith('.woff2'))
  if (!file) throw new Error('The font was not built.')
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' }
  return { tag: 'link', attrs, injectTo: 'head' }
}

/** Each file runs when it has come, in a task of its own: all in one would keep a slow phone from answering to a finger. */
const ownTask = (src: string): HtmlTagDescriptor => ({
  tag: 'script',
  attrs: { type: 'module', async: true, crossorigin: true, src },
  injectTo: 'body',
})
