import { useEffect } from 'react'
import { publicCopy as text } from './copy.ts'

/** As the server has written it into the page. */
export function PublicTitle({ children, lead }: { children: string; lead?: string | undefined }) {
  useEffect(() => {
    document.title = text.inTab(children)
  }, [children])
  return (
    <div className="public-title">
      <h1 className="own-direction">{children}</h1>
      {lead ? <p className="own-direction">{lead}</p> : null}
    </div>
  )
}
