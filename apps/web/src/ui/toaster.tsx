import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { Toaster as Sonner } from 'sonner'
import { copy } from '../lib/copy.ts'
import './toaster.css'

export { toast } from 'sonner'

export default function Toaster({ onMounted }: { onMounted: () => void }) {
  const theme = useComputedColorScheme('light')
  useEffect(onMounted, [onMounted])
  return (
    <Sonner
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      theme={theme}
      containerAriaLabel={copy.common.notifications}
    />
  )
}
