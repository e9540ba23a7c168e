import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenFrame } from '../shell/ScreenFrame.tsx'
import { useIsOwner } from '../shell/screens.ts'
import { AboutSettings } from './AboutSettings.tsx'
import { AgentSettings } from './AgentSettings.tsx'
import { ConfigurationSettings } from './ConfigurationSettings.tsx'
import { DesktopSettings } from './DesktopSettings.tsx'
import { InvitationSettings } from './InvitationSettings.tsx'
import { LookSettings } from './LookSettings.tsx'
import { NetworkSettings } from './NetworkSettings.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { PushTransportSettings } from './PushTransportSettings.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'
import { ServiceKeySettings } from './ServiceKeySettings.tsx'
import { StorageSettings } from './StorageSettings.tsx'
import { VoiceSettings } from './VoiceSettings.tsx'

/** What can be set: in this browser for everybody, in the hub for its owner. */
export function SettingsScreen() {
  const { t } = useTranslation()
  const isOwner = useIsOwner()
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash])
  return (
    <ScreenFrame title={t('settings.title')}>
      <div className="flex flex-col gap-4">
        <LookSettings />
        <DesktopSettings />
        {isOwner && (
          <div id="network" className="scroll-mt-4">
            <NetworkSettings />
          </div>
        )}
        <NotificationSettings />
        {isOwner && (
          <>
            <div id="push-transports" className="scroll-mt-4">
              <PushTransportSettings />
            </div>
            <ServiceKeySettings />
            <AgentSettings />
            <div id="security" className="flex scroll-mt-4 flex-col gap-4">
              <SecuritySettings />
              <InvitationSettings />
            </div>
            <VoiceSettings />
            <div id="storage" className="scroll-mt-4">
              <StorageSettings />
            </div>
            <div id="configuration" className="scroll-mt-4">
              <ConfigurationSettings />
            </div>
          </>
        )}
        <AboutSettings />
      </div>
    </ScreenFrame>
  )
}
