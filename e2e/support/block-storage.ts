import type { Page } from '@playwright/test'

/** A browser that lets the page store nothing, as in a frame of another site: whatever stores throws when touched. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get: refuse })
    }
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse })
    LockManager.prototype.request = async () => refuse()
  })
}
