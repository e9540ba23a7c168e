import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setLanguage } from '../../i18n/i18n.ts'
import { LANGUAGE_NAMES, LANGUAGES, type LanguageChoice } from '../../i18n/language.ts'
import { useLanguageChoice } from '../../i18n/language-choice.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx'
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'

/** How this browser shows the window. */
export function LookSettings() {
  const { t } = useTranslation()
  const theme = useTheme()
  return (
    <Section title={t('settings.look')} hint={t('settings.thisBrowser')}>
      <div className="flex flex-col gap-4">
        <SegmentedChoice
          showsLabel
          label={t('theme.label')}
          value={theme}
          choices={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          onChange={setTheme}
        />
        <LanguageSetting />
      </div>
    </Section>
  )
}

function LanguageSetting() {
  const { t } = useTranslation()
  const choice = useLanguageChoice()
  const [hasFailed, setFailed] = useState(false)
  const choose = (next: LanguageChoice) => {
    setFailed(false)
    setLanguage(next).catch(() => setFailed(true))
  }
  return (
    <>
      <SegmentedChoice
        showsLabel
        label={t('language.label')}
        value={choice}
        choices={[
          { value: 'system', label: t('language.system') },
          ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value })),
        ]}
        onChange={choose}
      />
      {hasFailed && <Notice kind="danger">{t('language.failed')}</Notice>}
    </>
  )
}
