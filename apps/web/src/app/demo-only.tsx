import type { ReactNode } from 'react'
import { usePublicSettingsQuery } from '../lib/public-settings-api.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { NotFound } from './not-found.tsx'

/** Outside demos the page does not exist. */
export function DemoOnly({ children }: { children: ReactNode }) {
  const { data: settings, isError } = usePublicSettingsQuery()
  if (settings?.demo) return children
  return settings || isError ? <NotFound /> : <Skeleton height={240} />
}
