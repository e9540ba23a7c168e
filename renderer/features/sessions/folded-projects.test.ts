import { expect, it } from 'vitest'
import { memoryStorage } from '../../memory-storage.ts'
import { foldedProjects, foldProject } from './folded-projects.ts'

it('remembers what was folded up until it is opened', () => {
  const storage = memoryStorage()
  foldProject(storage, { key: 'a', isFolded: true })
  foldProject(storage, { key: 'b', isFolded: true })
  expect(foldProject(storage, { key: 'a', isFolded: false })).toEqual(new Set(['b']))
  expect(foldedProjects(storage)).toEqual(new Set(['b']))
})

it('forgets the oldest of very many', () => {
  const storage = memoryStorage()
  for (let index = 0; index < 501; index++) foldProject(storage, { key: `${index}`, isFolded: true })
  expect(foldedProjects(storage).size).toBe(500)
  expect(foldedProjects(storage).has('0')).toBe(false)
})

it.each(['{', '7', '[1, null]'])('reads %s as nothing', (text) => {
  const storage = memoryStorage()
  storage.setItem('svc-hub:folded-projects', text)
  expect(foldedProjects(storage)).toEqual(new Set())
})
