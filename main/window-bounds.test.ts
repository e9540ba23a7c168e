import { describe, expect, it } from 'vitest'
import { placeWindow } from './window-bounds.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1040 }
const left = { x: -1280, y: 0, width: 1280, height: 1000 }
const was = (x: number, y: number, width = 1000, height = 700) => ({
  x,
  y,
  width,
  height,
  isMaximised: false,
})

describe('where the window goes', () => {
  it.each([
    ['where it was', was(200, 100), [screen], { x: 200, y: 100, width: 1000, height: 700 }],
    [
      'where it was on a second screen',
      was(-1200, 50),
      [screen, left],
      { x: -1200, y: 50, width: 1000, height: 700 },
    ],
    ['anywhere when that screen is gone', was(-1200, 50), [screen], { width: 1180, height: 800 }],
    ['anywhere when hardly a corner would be seen', was(1850, 100), [screen], { width: 1180, height: 800 }],
    ['anywhere when its top is below the screen', was(200, 1030), [screen], { width: 1180, height: 800 }],
    ['no larger than its screen', was(0, 0, 3000, 2000), [screen], { x: 0, y: 0, width: 1920, height: 1040 }],
    ['no smaller than can be used', was(0, 0, 150, 100), [screen], { x: 0, y: 0, width: 380, height: 520 }],
    ['anywhere at first', null, [screen], { width: 1180, height: 800 }],
    [
      'into a small screen at first',
      null,
      [{ x: 0, y: 0, width: 1024, height: 600 }],
      { width: 1024, height: 600 },
    ],
    ['of the usual size when no screen is known', null, [], { width: 1180, height: 800 }],
  ])('is %s', (_, before, screens, place) => {
    expect(placeWindow(before, screens)).toEqual(place)
  })
})
