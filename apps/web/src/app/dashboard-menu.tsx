import { NavLink } from 'react-router'
import IconLogout from '~icons/tabler/logout'
import { copy } from '../lib/copy.ts'
import styles from './dashboard-menu.module.css'
import { HELP_SCREEN, MENU_SCREENS } from './member-screens.ts'
import { useLogout } from './use-logout.ts'

export function DashboardMenu() {
  const { path: help, label, icon: HelpIcon } = HELP_SCREEN
  const { leave, leaving } = useLogout()
  return (
    <>
      <nav aria-label={copy.menu.label} className={styles.menu}>
        <ul className={styles.list}>
          {MENU_SCREENS.map(({ path, label: name, icon: Icon }) => (
            <li key={path}>
              <NavLink to={path} end={path === '/dashboard'} className={styles.entry ?? ''}>
                <Icon aria-hidden="true" />
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={copy.menu.help}>
        <NavLink to={help} className={styles.entry ?? ''}>
          <HelpIcon aria-hidden="true" />
          {label}
        </NavLink>
      </nav>
      <button type="button" className={styles.entry} aria-disabled={leaving} onClick={() => void leave()}>
        <IconLogout aria-hidden="true" />
        {copy.menu.logout}
      </button>
    </>
  )
}
