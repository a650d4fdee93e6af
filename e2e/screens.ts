import { readScreens, type ScreenList } from '../apps/web/read-screens.ts'

/** Every screen there is, as the application itself lists them. */
export const SCREENS: ScreenList = await readScreens()

/** Where there is something to look at: each screen, and those of its tabs that it names. */
export const viewsOf = (screens: ScreenList[keyof ScreenList]) =>
  screens.flatMap(({ path, views }) => views.map(({ at = path, ...view }) => ({ ...view, path: at })))

export const pathsOf = (screens: ScreenList[keyof ScreenList]): string[] => viewsOf(screens).map(({ path }) => path)
