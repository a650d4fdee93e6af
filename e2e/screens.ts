import { readScreens, type ScreenList } from '../apps/web/read-screens.ts'

/** Every screen, from the application's own lists. */
export const SCREENS: ScreenList = await readScreens()

/** Everything to look at: each screen and the tabs it declares. */
export const viewsOf = (screens: ScreenList['visitor' | 'member' | 'console']) =>
  screens.flatMap(({ path, views }) => views.map(({ at = path, ...view }) => ({ ...view, path: at })))

export const pathsOf = (screens: ScreenList['visitor' | 'member' | 'console']): string[] =>
  viewsOf(screens).map(({ path }) => path)
