import type { DetailScreen } from './src/lib/screen.ts'
import { CONSOLE_DETAILS, CONSOLE_SCREENS } from './src/app/console-screens.ts'
import { MEMBER_SCREENS, MENU_SCREENS } from './src/app/member-screens.ts'
import { PUBLIC_SCREENS } from './src/app/public-screens.ts'
import type { ScreenList } from './read-screens.ts'

/** Only `read-screens.ts` runs this: there, a page is the name of its file. */
async function withFile<Screen extends DetailScreen>(screen: Screen): Promise<Screen & { file: string }> {
  const { default: file }: { default: unknown } = await screen.load()
  return { ...screen, file: String(file) }
}

export const SCREENS: ScreenList = {
  visitor: await Promise.all(PUBLIC_SCREENS.map(withFile)),
  member: await Promise.all(MEMBER_SCREENS.map(withFile)),
  menuLength: MENU_SCREENS.length,
  console: await Promise.all([...CONSOLE_SCREENS, ...CONSOLE_DETAILS].map(withFile)),
}
