import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import type { ComponentType, SVGProps } from 'react'

export type Icon = ComponentType<SVGProps<SVGSVGElement> & { size?: number }>

/** The title that the page shell shows before any code has loaded, and then the page itself. */
export type Heading = {
  title: string
  /** If the browser's tab shows another title. */
  documentTitle?: string | undefined
  lead?: string | undefined
}

/** What the browser tests look at, and `npm run pictures` takes a picture of. */
type View = {
  name: string
  /** For a path with parameters, or a view that is one of the screen's tabs. */
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

/** Everything that others need to know about a screen, declared in the `screen.ts` of its folder. */
export type Screen = Heading & DetailScreen

export type MenuScreen = Screen & { label: string; icon: Icon }

export type MemberScreen = MenuScreen & {
  /** The part of the first card that needs no data. */
  card?: { heading: string; text: string }
  /** What it reads when it opens. */
  reads: () => Read[]
}

export type PublicScreen = Screen & {
  /** People arrive here from other sites, so the page shell shows its title and loads its files. */
  hasPageShell?: true
  /** Also at `/`, for visitors who are signed out. */
  isHome?: true
  isDemoOnly?: true
}

export type Read = ThunkAction<unknown, unknown, unknown, UnknownAction>

/** Reads without subscribing: the component that shows the data subscribes. */
export const ONCE = { subscribe: false }
