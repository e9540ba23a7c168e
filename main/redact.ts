/** What stands in the place of a secret. */
export const HIDDEN = '[hidden]'

/** Shorter ones would take half the text with them; they are still hidden where their name stands beside them. */
const KNOWN_SECRET_MIN = 6

const secretName =
  '(?:[\\w-]*(?:token|secret|password|passwd|api[_-]?key|private[_-]?key|push[_-]?key|send[_-]?key|auth[_-]?key|sealing[_-]?key)|authorization|cookie|set-cookie|p256dh|jwt|credential|signature)'

/** Each hides what its first group does not keep. Written for text of any kind: JSON, addresses, headers, prose. */
const rules: readonly [RegExp, string][] = [
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    `${HIDDEN} (private key)`,
  ],
  // A line of a key file whose first line was cut off.
  [/^[A-Za-z0-9+/]{48,}={0,2}$/gm, HIDDEN],
  // Name and password of an address.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"'<>]+@/gi, `$1${HIDDEN}@`],
  // Parameters of an address, also where the whole address is itself a parameter.
  [
    /((?:[?&#;]|%3F|%26|\b)(?:access_?|push|device|refresh|id)?_?(?:token|secret|code|key|api_?key|password|sendkey|auth|signature|sig)(?:=|%3D))(?!\[hidden\])(?:[^\s&"'<>#;%\\]|%(?!26|23|22|20))+/gi,
    `$1${HIDDEN}`,
  ],
  [/\b(Bearer|Basic|Token)(\s+|%20|\+)(?!\[hidden\])[\w\-.~+/=:]{6,}/gi, `$1$2${HIDDEN}`],
  // "name": "value", name: value and name=value; a JSON text inside a JSON text has its quotes escaped.
  [
    new RegExp(`(\\\\*["']?\\b${secretName}\\\\*["']?\\s*[:=]\\s*\\\\*["'])(?!\\[hidden\\])[^"'\\\\]+`, 'gi'),
    `$1${HIDDEN}`,
  ],
  [
    new RegExp(
      `(\\b${secretName}["']?\\s*[:=]\\s*)(?!\\[hidden\\]|["'\\\\[{]|(?:Bearer|Basic)\\b|\\((?:not )?set[,)])[^\\s"',;}\\]]+`,
      'gi',
    ),
    `$1${HIDDEN}`,
  ],
  [/\beyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  // Keys that carry their maker's mark.
  [
    /\b(?:sk|pk|rk|gsk|xai|hf|r8|pplx|ghp|gho|ghu|ghs|ghr|glpat|github_pat|xox[abeoprs]|SCT|AIza|AKIA|ASIA|ya29)[-_.]?(?=[\w-]*\d)[\w-]{14,}/g,
    HIDDEN,
  ],
  [/\b\d{6,12}:[\w-]{30,}/g, HIDDEN],
  [/[\w-]{8,}:APA91[\w-]{20,}/g, HIDDEN],
  // A web push address is a secret from its path on.
  [
    /(https:\/\/(?:fcm\.googleapis\.com|[\w.-]*push[\w.-]*|[\w.-]*\.notify\.windows\.com)\/)(?!\[hidden\])[^\s"'<>\\]+/gi,
    `$1${HIDDEN}`,
  ],
]

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Any long run of letters and digits: access tokens of ours, push tokens, keys of a maker not named above. */
const longRun = /[\w-]{32,}/g

/** Lower-case words, numbers and times joined by dashes: the name of a file, not a key. */
const isName = (run: string) =>
  run.split('-').every((part) => /^(?:[a-z]{0,16}|\d{1,12}|\d{1,8}T\d{1,6}Z?)$/.test(part))

const isTokenLike = (run: string) => /\d/.test(run) && /[A-Za-z]/.test(run) && !uuid.test(run) && !isName(run)

/**
 * The text without secrets: access tokens, JWTs, push tokens and addresses, provider keys, `Authorization`,
 * `token=` and its like in addresses, private keys. Rather hides a harmless long word than shows a key.
 * Doing it twice changes nothing more.
 * @param known secrets that must not show in whatever shape they have, such as the hub's own access token
 */
export function redact(text: string, known: readonly string[] = []): string {
  let redacted = text
  for (const secret of known) {
    if (secret.length < KNOWN_SECRET_MIN) continue
    for (const shape of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
      redacted = redacted.replaceAll(shape, HIDDEN)
    }
  }
  for (const [pattern, replacement] of rules) redacted = redacted.replace(pattern, replacement)
  return redacted.replace(longRun, (run) => (isTokenLike(run) ? HIDDEN : run))
}
