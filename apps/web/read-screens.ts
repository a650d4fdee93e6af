import { fileURLToPath } from 'node:url'
import { runnerImport, type Plugin } from 'vite'
import type { DetailScreen, MemberScreen, PublicScreen } from './src/lib/screen.ts'
import { icons } from './vite-icons.ts'

type WithFile<Screen> = Screen & {
  /** Where the code of its page begins. */
  file: string
}

export type ScreenList = {
  visitor: WithFile<PublicScreen>[]
  member: WithFile<MemberScreen>[]
  /** How many of them the menu lists. */
  menuLength: number
  console: WithFile<DetailScreen>[]
}

/** The application's own lists of screens, for the build and for the browser tests. Node alone cannot import the icons. */
export async function readScreens(): Promise<ScreenList> {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const plugins = [icons(), fileNamesForPages]
  const config = { root, configFile: false, logLevel: 'error', plugins } as const
  const { module } = await runnerImport<{ SCREENS: ScreenList }>(`${root}screen-list.ts`, config)
  return module.SCREENS
}

/** In place of a page's code, the name of its file: all that the build has to know of it. */
const fileNamesForPages: Plugin = {
  name: 'file-names-for-pages',
  enforce: 'pre',
  load: (id) => (id.endsWith('-page.tsx') ? `export default ${JSON.stringify(id)}` : undefined),
}
