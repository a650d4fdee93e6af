// Runs before the first paint, so that a dark page never flashes light. Kept in a cookie: signing out empties local storage.
{
  const chosen = /(?:^|; )trefoil-colour-scheme=(light|dark)/.exec(document.cookie)?.[1]
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.mantineColorScheme = chosen ?? system
}
