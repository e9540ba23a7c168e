/** The English names of the screens: on the first page, unlike the texts of the screens themselves. */
export const enNav = {
  nav: {
    label: 'Screens',
    sessions: 'Sessions',
    sessionsWaiting: 'Sessions, {{total}} waiting for you',
    machines: 'Computers',
    usage: 'Usage',
    pair: 'Pair',
    devices: 'Phones',
    settings: 'Settings',
    search: 'Search',
    searchHint: 'Go to a session or a screen ({{key}})',
  },
}
