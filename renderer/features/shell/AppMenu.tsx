import { LogOut, Monitor, Moon, Settings2, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'
import { useHub } from '../connection/hub-context.ts'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

/** Look and sign-out. */
export function AppMenu() {
  const { t } = useTranslation()
  const { signOut } = useHub()
  const theme = useTheme()
  const choices = THEMES.map((value) => {
    const Icon = ICONS[value]
    return { value, label: t(`theme.${value}`), icon: <Icon size={16} /> }
  })
  return (
    <Menu
      trigger={
        <IconButton label={t('shell.menu')}>
          <Settings2 size={18} aria-hidden />
        </IconButton>
      }
    >
      <MenuChoices label={t('theme.label')} value={theme} choices={choices} onChange={setTheme} />
      <MenuLine />
      <MenuItem icon={<LogOut size={16} />} onSelect={signOut}>
        {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}
