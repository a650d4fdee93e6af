/** How many entries the members' menu has: see `vite.config.ts`. */
declare const MENU_LENGTH: number
