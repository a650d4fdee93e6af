import { Link } from 'react-router'
import { copy } from '../lib/copy.ts'
import { usePublicSettingsQuery } from '../lib/public-settings-api.ts'

/** In a demo no mail leaves the machine: this is where to read it. */
export function DemoMailLink() {
  const demo = usePublicSettingsQuery().data?.demo
  return demo ? <Link to="/demo/mail">{copy.demo.openMail}</Link> : null
}
