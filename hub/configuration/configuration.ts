import type { Clock } from '../clock.ts'
import type { SessionLifecycle } from '../lifecycle/session-lifecycle.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { SessionService } from '../sessions/session-service.ts'
import { AgentCommands } from './agent-commands.ts'
import { Catalogs } from './catalogs.ts'
import { Plans } from './plans.ts'
import { SessionSettings } from './session-settings.ts'
import { SharedClear } from './shared-clear.ts'

export interface ConfigurationParts {
  sessions: Pick<SessionService, 'isActive' | 'find' | 'applyConfig' | 'onKeepAlive'>
  lifecycle: Pick<SessionLifecycle, 'resume'>
  link: Pick<AgentLink, 'call'>
  clock: Clock
}

/** The services of this room. */
export interface Configuration {
  settings: SessionSettings
  plans: Plans
  clear: SharedClear
  catalogs: Catalogs
  commands: AgentCommands
}

/** Builds what serves the settings, plans, catalogs and commands of sessions. */
export function createConfiguration(parts: ConfigurationParts): Configuration {
  return {
    settings: new SessionSettings(parts),
    plans: new Plans(parts),
    clear: new SharedClear(parts),
    catalogs: new Catalogs(parts),
    commands: new AgentCommands(parts),
  }
}
