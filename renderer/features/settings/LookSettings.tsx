import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/Section.tsx'
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx'
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'

/** How this browser shows the window. */
export function LookSettings() {
  const { t } = useTranslation()
  const theme = useTheme()
  return (
    <Section title={t('settings.look')} hint={t('settings.thisBrowser')}>
      <SegmentedChoice
        label={t('theme.label')}
        value={theme}
        choices={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={setTheme}
      />
    </Section>
  )
}
