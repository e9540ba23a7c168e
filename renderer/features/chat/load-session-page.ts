import { loadPart } from './load-part.ts'

/** Loads the session page; the window does so ahead of time, so that opening a session never waits for it. */
export const loadSessionPage = () => loadPart(() => import('./SessionRoute.tsx'))
