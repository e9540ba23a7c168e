import { expect, it } from 'vitest'
import { crumbsOf, joinPath } from './paths.ts'

it.each([
  ['/', ['/']],
  ['/home/alex/', ['/', '/home', '/home/alex']],
  ['C:\\', ['C:\\']],
  ['C:\\Users\\Alex', ['C:\\', 'C:\\Users', 'C:\\Users\\Alex']],
])('finds the way down to %s', (path, expected) => {
  expect(crumbsOf(path).map((crumb) => crumb.path)).toEqual(expected)
})

it.each([
  ['/', 'home', '/home'],
  ['/home', 'alex', '/home/alex'],
  ['C:\\', 'Users', 'C:\\Users'],
  ['C:\\Users', 'Alex', 'C:\\Users\\Alex'],
])('joins %s and %s', (path, name, joined) => {
  expect(joinPath(path, name)).toBe(joined)
})
