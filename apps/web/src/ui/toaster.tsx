import { useCallback, useEffect } from 'react'
import { Toaster as Sonner } from 'sonner'
import { useShownScheme } from '../lib/colour-scheme.ts'
import { copy } from '../lib/copy.ts'
import { keepToastRoom } from './toast-room.ts'
import './toaster.css'

export { toast } from 'sonner'

export default function Toaster({ onMounted }: { onMounted: () => void }) {
  const theme = useShownScheme()
  useEffect(onMounted, [onMounted])
  const leaveRoom = useCallback((region: HTMLElement | null) => (region ? keepToastRoom(region) : undefined), [])
  return (
    <Sonner
      ref={leaveRoom}
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      theme={theme}
      containerAriaLabel={copy.common.notifications}
    />
  )
}
