import { createContext, useContext } from 'react'
import type { Heading } from './screen.ts'

export const CurrentScreen = createContext<Heading | undefined>(undefined)

/** What the page's screen declares. The page cannot import it, because the screen imports the page. */
export function useScreen(): Heading {
  const screen = useContext(CurrentScreen)
  if (!screen) throw new Error('Only the page of a screen with a title may ask for it.')
  return screen
}
