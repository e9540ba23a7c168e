import { SettingError } from './settings.ts'

/** A service that speaks the chat completions of OpenAI. */
export interface TitleProvider {
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string
  model: string
  maxTokens: number
  timeoutMs: number
}

/** What the environment says of title suggestions; it is never kept in the settings file. */
export interface TitleSuggestionConfig {
  /** Null unless address, key and model are all given. */
  provider: TitleProvider | null
  /** So many suggestions for a session within `rateWindowMs`. */
  rateLimit: number
  rateWindowMs: number
}

const VARIABLES = {
  baseUrl: 'SVC_TITLE_PROVIDER_BASE_URL',
  apiKey: 'SVC_TITLE_PROVIDER_API_KEY',
  model: 'SVC_TITLE_PROVIDER_MODEL',
} as const
/** Longer than this no timer waits. */
const LARGEST = 2 ** 31 - 1

/**
 * @returns the configuration, and a warning where a provider is named by halves
 * @throws SettingError naming the variable and what was expected (ruling 10)
 */
export function readTitleSuggestion(env: Record<string, string | undefined>): {
  config: TitleSuggestionConfig
  warnings: string[]
} {
  const text = (variable: string) => env[variable]?.trim() || undefined
  const number = (variable: string, usual: number) => wholeNumber(variable, text(variable), usual)
  const baseUrl = address(VARIABLES.baseUrl, text(VARIABLES.baseUrl))
  const apiKey = headerText(VARIABLES.apiKey, text(VARIABLES.apiKey))
  const model = text(VARIABLES.model)
  const maxTokens = number('SVC_TITLE_PROVIDER_MAX_TOKENS', 64)
  const timeoutMs = number('SVC_TITLE_PROVIDER_TIMEOUT_MS', 10_000)
  const isWhole = baseUrl !== undefined && apiKey !== undefined && model !== undefined
  return {
    config: {
      provider: isWhole ? { baseUrl, apiKey, model, maxTokens, timeoutMs } : null,
      rateLimit: number('SVC_TITLE_SUGGESTION_RATE_LIMIT', 5),
      rateWindowMs: number('SVC_TITLE_SUGGESTION_RATE_WINDOW_MS', 600_000),
    },
    warnings: missing({ baseUrl, apiKey, model }),
  }
}

function missing(values: Record<keyof typeof VARIABLES, string | undefined>): string[] {
  const keys = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]
  const absent = keys.filter((key) => values[key] === undefined)
  if (absent.length === 0 || absent.length === keys.length) return []
  const names = absent.map((key) => VARIABLES[key]).join(' and ')
  return [`Title suggestions are off: ${names} must be given as well.`]
}

function address(variable: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    // Its text is not repeated: it may be a key in the wrong place.
    throw new SettingError(`The environment variable ${variable} must be an http:// or https:// address.`)
  }
  return text.replace(/\/+$/, '')
}

function headerText(variable: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text
  throw new SettingError(
    `The environment variable ${variable} must be a key of plain characters without spaces.`,
  )
}

function wholeNumber(variable: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const value = Number(text)
  if (/^\d+$/.test(text) && value > 0 && value <= LARGEST) return value
  throw new SettingError(
    `The environment variable ${variable} must be a whole number from 1 to ${LARGEST}, not "${text}".`,
  )
}
