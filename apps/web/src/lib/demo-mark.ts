/** The server marks the pages of a demo with a cookie: known before the first call is answered. */
export const isMarkedAsDemo = (cookies: string): boolean => /(^|; )trefoil_demo=1(;|$)/.test(cookies)
