import { createContext, useContext } from 'react'
import type { Heading } from './screen.ts'

export const CurrentScreen = createContext<Heading | undefined>(undefined)

/** What the screen of a page declares. The page cannot import it: it is the screen that imports the page. */
export function useScreen(): Heading {
  const screen = useContext(CurrentScreen)
  if (!screen) throw new Error('Only the page of a screen with a title may ask for it.')
  return screen
}
