import { describe, expect, it } from 'vitest'
import { autostartEntry } from './autostart-entry.ts'
import { watchNetwork } from './network-watch.ts'
import { isPausedAt, pauseEnd } from './pause.ts'
import { StayAwake } from './power.ts'
import { ManualClock } from './testing/manual-clock.ts'
import { languageOf, textsFor } from './texts.ts'

describe('a pause of notifications', () => {
  const evening = new Date(2026, 10, 20, 21, 30).getTime()

  it('lasts an hour, or until eight the next morning', () => {
    expect(pauseEnd('hour', evening)).toBe(evening + 3_600_000)
    expect(pauseEnd('tomorrow', evening)).toBe(new Date(2026, 10, 21, 8).getTime())
    expect(pauseEnd('tomorrow', new Date(2026, 11, 31, 1).getTime())).toBe(new Date(2027, 0, 1, 8).getTime())
    expect(pauseEnd('off', evening)).toBeNull()
  })

  it('ends by itself', () => {
    expect([isPausedAt(10, 9), isPausedAt(10, 10), isPausedAt(null, 0)]).toEqual([true, false, false])
  })
})

describe('staying awake', () => {
  const setUp = () => {
    const scene = { isBlocked: false, isWanted: true, blocks: 0 }
    const awake = new StayAwake({
      block() {
        scene.isBlocked = true
        scene.blocks += 1
        return () => {
          scene.isBlocked = false
        }
      },
      isWanted: () => scene.isWanted,
    })
    return { scene, awake }
  }

  it('lasts while agents work', () => {
    const { scene, awake } = setUp()
    awake.update(1)
    awake.update(2)
    expect(scene).toMatchObject({ isBlocked: true, blocks: 1 })
    awake.update(0)
    expect(scene.isBlocked).toBe(false)
  })

  it('follows the setting at once', () => {
    const { scene, awake } = setUp()
    scene.isWanted = false
    awake.update(1)
    expect(scene.isBlocked).toBe(false)
    scene.isWanted = true
    awake.settingChanged()
    expect(scene.isBlocked).toBe(true)
    scene.isWanted = false
    awake.settingChanged()
    expect(scene.isBlocked).toBe(false)
  })
})

describe('a change of the network', () => {
  it('is told once, whatever the order of the addresses', () => {
    const clock = new ManualClock()
    let addresses = ['10.0.0.2', 'fe80::1']
    let changes = 0
    const watch = watchNetwork({ addresses: () => addresses, clock, onChange: () => (changes += 1) })
    addresses = ['fe80::1', '10.0.0.2']
    clock.advance(60_000)
    expect(changes).toBe(0)
    addresses = ['192.168.1.5']
    clock.advance(60_000)
    expect(changes).toBe(1)
    watch.cancel()
    addresses = []
    clock.advance(60_000)
    expect(changes).toBe(1)
  })
})

describe('the entry that starts the app with the login on Linux', () => {
  it.each([
    ['/opt/Svc Hub/svc-hub', 'Exec="/opt/Svc Hub/svc-hub" --hidden'],
    ['/home/a"b/x', 'Exec="/home/a\\\\"b/x" --hidden'],
    ['/home/$me/100%/x', 'Exec="/home/\\\\$me/100%%/x" --hidden'],
  ])('runs %s', (program, line) => {
    expect(autostartEntry(program).split('\n')).toContain(line)
  })
})

describe('the language of the shell', () => {
  it.each([
    [['zh-Hans-CN', 'en-US'], 'zh'],
    [['zh_TW'], 'zh'],
    [['de-DE', 'zh-CN'], 'zh'],
    [['en-GB', 'zh-CN'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ] as const)('for a system in %j is %s', (preferred, language) => {
    expect(languageOf(preferred)).toBe(language)
  })

  it('has no text in Chinese that was left in English', () => {
    const [en, zh] = [textsFor('en'), textsFor('zh')]
    expect(zh.actions.tryAgain).not.toBe(en.actions.tryAgain)
    const same = Object.entries(zh.tray).filter(
      ([key, text]) => text === en.tray[key as keyof typeof en.tray],
    )
    expect(same).toEqual([])
  })
})
