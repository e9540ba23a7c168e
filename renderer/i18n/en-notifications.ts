/** The English texts of the notifications of one browser, and of installing the app. */
export const enNotifications = {
  browserPush: {
    title: 'Notifications in this browser',
    hint: 'So that an agent that waits for you reaches you while no window is open.',
    on: 'Notify this browser',
    onHint: 'When an agent asks, needs a permission or is done, unless a phone was notified already.',
    silent: 'Without a sound',
    silentHint: 'Notifications of this browser appear quietly.',
    test: 'Send a test',
    tested:
      'The test is on its way. If it does not appear, look at the notification settings of your system.',
    testRefused: 'The test was not taken on. {{result}}',
    support: {
      insecure:
        'Browsers only allow notifications at addresses that begin with https. Open the hub at such an address, or use the companion app.',
      'install-first':
        'On an iPhone or iPad, first add this page to the home screen: tap Share, then “Add to Home Screen”. Then open it from there and come back to this setting.',
      unsupported: 'This browser cannot show notifications. Use another one, or the companion app.',
      blocked:
        'This browser was told not to show notifications of this page. Allow them in the browser’s settings for this page (beside its address), then reload it.',
    },
    problem: {
      blocked:
        'The browser was told not to allow it. Allow notifications in the browser’s settings for this page, then try again.',
      dismissed: 'The browser asked, and nobody answered. Try again and choose “Allow”.',
      'no-worker':
        'The browser could not prepare for notifications. Reload the page and try again; a private window often cannot.',
      'no-service':
        'The browser could not reach its own notification service. Check your connection; some browsers have it switched off in their privacy settings.',
      'hub-off':
        'The hub cannot notify browsers at the moment: its keys for it are broken. The owner finds more under “Is everything fine?”.',
      unreachable: 'The hub did not answer. Check your connection, then try again.',
      failed: 'The hub did not take this browser on. Try again, or use the companion app.',
    },
  },
  install: {
    title: 'As an app',
    text: 'Install this page to have it on its own, with an icon, among your other apps.',
    action: 'Install',
    menu: 'You find “Install” or “Add to Home Screen” in the menu of your browser.',
    insecure: 'Browsers only install pages whose address begins with https.',
  },
}
