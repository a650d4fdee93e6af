import { useSelector } from 'react-redux'
import { NavLink } from 'react-router'
import IconLogout from '~icons/tabler/logout'
import { copy } from '../lib/copy.ts'
import { selectSession } from '../lib/session.ts'
import { operatorCopy } from '../operator/copy.ts'
import styles from './dashboard-menu.module.css'
import { CONSOLE_SCREENS } from './console-screens.ts'
import { useLogout } from './use-logout.ts'

export function OperatorMenu() {
  const { leave, leaving } = useLogout()
  const session = useSelector(selectSession)
  return (
    <>
      <nav aria-label={operatorCopy.menu.label} className={styles.menu}>
        <ul className={styles.list}>
          {CONSOLE_SCREENS.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <NavLink to={path} end={path === '/operator'} className={styles.entry ?? ''}>
                <Icon aria-hidden="true" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <p className="console-person">{session?.user.name}</p>
      </nav>
      <button type="button" className={styles.entry} aria-disabled={leaving} onClick={() => void leave()}>
        <IconLogout aria-hidden="true" />
        {copy.menu.logout}
      </button>
    </>
  )
}
