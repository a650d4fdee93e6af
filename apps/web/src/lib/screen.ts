import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import type { ComponentType, SVGProps } from 'react'

export type Icon = ComponentType<SVGProps<SVGSVGElement> & { size?: number }>

/** What the page shell shows before any code has come, and the page itself as its title. */
export type Heading = {
  title: string
  /** Where the browser's tab says something else. */
  documentTitle?: string | undefined
  lead?: string | undefined
}

/** What the browser tests look at, and `npm run pictures` takes a picture of. */
type View = {
  name: string
  /** Where the screen's own path has parameters, or the view is one of its tabs. */
  at?: string
  /** Shown in the guide. */
  best?: true
}

/** A screen of one thing, such as a member or a journal: what it shows is its title. */
export type DetailScreen = {
  path: string
  load: () => Promise<{ default: ComponentType }>
  views: readonly View[]
}

/** Everything that others need to know of a screen: it says so itself, in the `screen.ts` of its folder. */
export type Screen = Heading & DetailScreen

export type MenuScreen = Screen & { label: string; icon: Icon }

export type MemberScreen = MenuScreen & {
  /** What stands in the first card from the start. */
  card?: { heading: string; text: string }
  /** What it asks for when it is opened. */
  reads: () => Read[]
}

export type PublicScreen = Screen & {
  /** People arrive here from elsewhere: so the page shell has its title, and asks for its files. */
  hasPageShell?: true
  /** Is at `/` too, and only for those who are signed out. */
  isHome?: true
  isDemoOnly?: true
}

export type Read = ThunkAction<unknown, unknown, unknown, UnknownAction>

/** Asked for once; whoever shows it will keep it. */
export const ONCE = { subscribe: false }
