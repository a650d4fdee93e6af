import type { ReactNode } from 'react'
import type { Icon } from '../lib/screen.ts'

/** Renders every `~icons/tabler/…`: see `vite-icons.ts`. */
export function icon(drawing: ReactNode, isPointing = false): Icon {
  return function TablerIcon({ size = 24, ...props }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth={2}
        data-points={isPointing || undefined}
        {...props}
      >
        {drawing}
      </svg>
    )
  }
}
