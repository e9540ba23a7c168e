import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEVICES_PER_NAMESPACE } from '../../contract/device.ts'
import { BROWSERS_PER_NAMESPACE } from '../../contract/push.ts'
import { silentLog } from '../log.ts'
import { Database } from './database.ts'
import { DELIVERIES_PER_NAMESPACE, DeliveriesTable, type NewDelivery } from './deliveries.ts'
import { DevicesTable, type NewDevice } from './devices.ts'
import { WebPushTable } from './web-push.ts'

let db: Database
beforeEach(() => {
  db = Database.open(':memory:', silentLog)
})
afterEach(() => db.close())

describe('devices', () => {
  const device = (changes: Partial<NewDevice> = {}): NewDevice => ({
    namespace: 'mine',
    deviceId: 'd',
    platform: 'phone',
    token: 't',
    pushKey: 'k',
    ...changes,
  })
  const keys = (table: DevicesTable) =>
    table.all().map(({ namespace, deviceId, platform, token }) => [namespace, deviceId, platform, token])

  it('keep what the last registration under a key said, and when the first was', () => {
    const table = new DevicesTable(db)
    table.register(device(), 1)
    table.register(device({ token: 't2', pushKey: null }), 2)
    const [row, ...others] = table.ofNamespace('mine')
    expect(others).toEqual([])
    expect(row).toMatchObject({ ...device({ token: 't2', pushKey: null }), createdAt: 1, updatedAt: 2 })
  })

  it('are apart by namespace, device and platform', () => {
    const table = new DevicesTable(db)
    const changes = [{}, { deviceId: 'd2' }, { platform: 'wear' as const }, { namespace: 'other' }]
    for (const [index, change] of changes.entries())
      table.register(device({ ...change, token: `${index}` }), 1)
    expect(keys(table)).toEqual([
      ['mine', 'd', 'phone', '0'],
      ['mine', 'd2', 'phone', '1'],
      ['mine', 'd', 'wear', '2'],
      ['other', 'd', 'phone', '3'],
    ])
  })

  it.each([
    ['another device', { deviceId: 'd2' }],
    ['another platform', { platform: 'wear' as const }],
    ['another namespace', { namespace: 'other' }],
  ])('with a token that comes from %s give way to the newer one', (_, change) => {
    const table = new DevicesTable(db)
    table.register(device(), 1)
    table.register(device(change), 2)
    const { namespace, deviceId, platform, token } = device(change)
    expect(keys(table)).toEqual([[namespace, deviceId, platform, token]])
  })

  it('are limited for each namespace; the oldest registration goes', () => {
    const table = new DevicesTable(db)
    table.register(device({ namespace: 'other', deviceId: 'x', token: 'x' }), 0)
    for (let n = 0; n < DEVICES_PER_NAMESPACE; n += 1) {
      table.register(device({ deviceId: `${n}`, token: `${n}` }), 1)
    }
    table.register(device({ deviceId: '0', token: '0' }), 2)
    table.register(device({ deviceId: 'new', token: 'new' }), 2)
    const ids = table.ofNamespace('mine').map(({ deviceId }) => deviceId)
    expect(ids).toHaveLength(DEVICES_PER_NAMESPACE)
    expect(ids).not.toContain('1')
    expect(ids.slice(-2)).toEqual(['0', 'new'])
    expect(table.ofNamespace('other')).toHaveLength(1)
  })

  it('are removed by token within a namespace only', () => {
    const table = new DevicesTable(db)
    table.register(device(), 1)
    table.removeByToken('other', 't')
    expect(keys(table)).toHaveLength(1)
    table.removeByToken('mine', 't')
    expect(keys(table)).toEqual([])
  })

  it('that have registered again are not removed for what happened before', () => {
    const table = new DevicesTable(db)
    table.register(device(), 1)
    const before = table.find('mine', 'd', 'phone') as { pk: number }
    table.register(device(), 1)
    expect(table.removeRegistration(before)).toBe(false)
    expect(table.removeRegistration(table.find('mine', 'd', 'phone') as { pk: number })).toBe(true)
    expect(keys(table)).toEqual([])
  })

  it('are removed by their key', () => {
    const table = new DevicesTable(db)
    table.register(device(), 1)
    expect(table.remove('mine', 'd', 'wear')).toBe(false)
    expect(table.remove('mine', 'd', 'phone')).toBe(true)
  })
})

describe('browsers', () => {
  const subscription = (name: string) => ({
    endpoint: `https://push/${name}`,
    keys: { p256dh: name, auth: 'a' },
  })

  it('keep the newest subscription of an endpoint, whatever its namespace', () => {
    const table = new WebPushTable(db)
    table.subscribe('mine', subscription('a'), 1)
    table.subscribe('mine', { ...subscription('a'), keys: { p256dh: 'new', auth: 'new' } }, 2)
    expect(table.ofNamespace('mine')).toMatchObject([{ keys: { p256dh: 'new', auth: 'new' }, createdAt: 2 }])
    table.subscribe('other', subscription('a'), 3)
    expect(table.ofNamespace('mine')).toEqual([])
    expect(table.ofNamespace('other')).toHaveLength(1)
  })

  it('are limited for each namespace; the oldest goes', () => {
    const table = new WebPushTable(db)
    for (let n = 0; n <= BROWSERS_PER_NAMESPACE; n += 1) table.subscribe('mine', subscription(`${n}`), 1)
    const endpoints = table.ofNamespace('mine').map(({ endpoint }) => endpoint)
    expect(endpoints).toHaveLength(BROWSERS_PER_NAMESPACE)
    expect(endpoints[0]).toBe('https://push/1')
  })

  it('are removed by endpoint within a namespace, and by subscription unless there is a newer one', () => {
    const table = new WebPushTable(db)
    table.subscribe('mine', subscription('a'), 1)
    const [before] = table.ofNamespace('mine')
    table.subscribe('mine', subscription('a'), 1)
    expect(before && table.removeSubscription(before)).toBe(false)
    table.removeByEndpoint('other', 'https://push/a')
    expect(table.ofNamespace('mine')).toHaveLength(1)
    table.removeByEndpoint('mine', 'https://push/a')
    expect(table.ofNamespace('mine')).toEqual([])
  })
})

describe('the delivery log', () => {
  const delivery = (changes: Partial<NewDelivery> = {}): NewDelivery => ({
    at: 1,
    dispatchId: 'x',
    namespace: 'mine',
    channel: 'android-direct',
    deviceId: 'd',
    platform: 'phone',
    tokenHash: 'abc',
    event: 'ready',
    sessionId: 's',
    result: 'accepted',
    code: null,
    ...changes,
  })

  it('answers the newest first, in pages, of all devices or one', () => {
    const table = new DeliveriesTable(db)
    for (const sessionId of ['1', '2', '3']) table.record(delivery({ sessionId }))
    table.record(delivery({ sessionId: '4', deviceId: 'e', result: 'rejected', code: '500' }))
    const [newest, older] = table.newest({ namespace: 'mine', limit: 2 })
    expect(newest).toMatchObject(delivery({ sessionId: '4', deviceId: 'e', result: 'rejected', code: '500' }))
    expect(older).toMatchObject({ sessionId: '3' })
    const rest = table.newest({ namespace: 'mine', limit: 9, before: older?.pk as number })
    expect(rest.map(({ sessionId }) => sessionId)).toEqual(['2', '1'])
    const device = { deviceId: 'd', platform: 'phone' as const }
    const ofDevice = table.newest({ namespace: 'mine', limit: 9, device })
    expect(ofDevice.map(({ sessionId }) => sessionId)).toEqual(['3', '2', '1'])
    expect(table.newest({ namespace: 'other', limit: 9 })).toEqual([])
  })

  it('is bounded for each namespace', () => {
    const table = new DeliveriesTable(db)
    table.record(delivery({ namespace: 'other' }))
    for (let n = 0; n < DELIVERIES_PER_NAMESPACE + 5; n += 1) table.record(delivery({ sessionId: `${n}` }))
    const kept = table.newest({ namespace: 'mine', limit: 9999 })
    expect(kept).toHaveLength(DELIVERIES_PER_NAMESPACE)
    expect(kept.at(-1)?.sessionId).toBe('5')
    expect(table.newest({ namespace: 'other', limit: 9 })).toHaveLength(1)
  })
})
