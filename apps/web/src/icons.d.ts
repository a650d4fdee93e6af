/** The same as `Icon` of `ui/icon.tsx`, which a declaration like this one cannot import. */
declare module '~icons/tabler/*' {
  import type { ComponentType, SVGProps } from 'react'

  const icon: ComponentType<SVGProps<SVGSVGElement> & { size?: number }>
  export default icon
}
