import { join } from 'node:path'

/** Where the built shell finds its parts; the same from source and inside the packed app. */
export interface Places {
  hub: string
  preload: string
  shellPage: string
  trayImages: string
  icon: string
}

/** @param main the folder of the built shell, `dist/main` */
export function placesFrom(main: string): Places {
  const assets = join(main, '..', '..', 'assets')
  return {
    hub: join(main, '..', 'hub', 'index.js'),
    preload: join(main, 'preload.cjs'),
    shellPage: join(main, 'pages', 'shell.html'),
    trayImages: join(assets, 'tray'),
    icon: join(assets, 'app', 'linux', '256x256.png'),
  }
}
