/** The same as `Icon` of `lib/screen.ts`, which a declaration like this one cannot import. */
declare module '~icons/tabler/*' {
  import type { ComponentType, SVGProps } from 'react'

  const icon: ComponentType<SVGProps<SVGSVGElement> & { size?: number }>
  export default icon
}
