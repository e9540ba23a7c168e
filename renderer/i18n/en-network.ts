/** The English texts of who reaches the hub, of whether its addresses work, and of how phones are notified. */
export const enNetwork = {
  network: {
    title: 'Network',
    hint: 'Who can reach the hub. Without its code nobody gets in either way.',
    who: 'Who may reach this computer’s hub directly?',
    choice: { here: 'Only this computer', network: 'Phones in my Wi-Fi too' },
    choiceText: {
      here: 'The safest choice. Phones then need the address from anywhere below.',
      network:
        'Every device in the computer’s networks can try to connect. What is sent there is not encrypted: choose this at home, not in a café.',
    },
    other: 'At present the hub listens at {{host}} only.',
    losesThisPage:
      'You opened this page over the network. After the restart it can only be opened on the hub’s own computer, or by the address from anywhere.',
    publicUrl: 'Address from anywhere',
    publicUrlHint:
      'For phones that are elsewhere. A tunnel or a reverse proxy that leads to {{address}} gives you such an address.',
    keep: 'Save the address',
    remove: 'Remove the address',
    try: 'See whether phones get here',
    kept: 'Saved. It holds from the next start of the hub.',
    fixed: 'Set by the environment variable {{variable}} of the hub; change it there.',
    source: { file: 'From the settings file.', default: 'Nobody changed it yet: the default.' },
    none: 'There is none.',
    waits: 'Needs a restart.',
    invalid:
      'This cannot be the address of a hub. It looks like https://hub.example.com, without a name or a password in it.',
    loopback:
      'This address leads whoever opens it to their own device, so phones cannot use it. Enter the one your tunnel or proxy gave you.',
    cannotListen: 'This computer cannot listen there. Choose one of the two.',
    notSafe:
      'This address does not begin with https: what phones send can be read on the way, and browsers will not be notified.',
  },
  pushTransports: {
    title: 'How phones are notified',
    hint: 'For phones with the companion app. Browsers are notified without any of this.',
    platform: { android: 'Android phones and watches', ios: 'iPhones' },
    mode: { auto: 'Automatic', relay: 'Through a relay', direct: 'Directly', off: 'Not at all' },
    modeText: {
      auto: 'Directly where the settings file names a service account of your own, through the relay otherwise.',
      relay:
        'The relay passes notifications on. It learns which phone gets one, when and how long it is, never what it says.',
      direct: 'With keys of an app of your own, which the settings file has to name.',
      off: 'These phones hear nothing while the app is closed.',
    },
    unknownMode: 'The hub does not know “{{mode}}”. Choose one of these.',
    noRelay:
      'There is no relay yet, so phones that need one hear nothing while the app is closed. Enter the address that the maker of your app gives you.',
    relay: 'Address of the relay',
    relayHint: 'The same for all phones. You can run a relay of your own as well.',
    invalid:
      'This cannot be the address of a relay. It looks like https://relay.example.com, without a name or a password in it.',
    notSafe:
      'This address does not begin with https: on the way to the relay, others can read which phones are notified.',
  },
  reach: {
    looking: 'Looking whether the hub answers at this address…',
    failed: 'It could not be found out whether the hub answers at this address. {{reason}}',
    again: 'Look again',
    toAddress: 'Change the address',
    result: {
      reachable: 'The hub answers at this address.',
      refused: 'Nobody answers at this address.',
      'not-ours': 'Something else than this hub answers at this address ({{code}}).',
      timeout: 'Nobody answered at this address within three seconds.',
      tls: 'This address is not safe: its certificate is not good ({{code}}).',
    },
    step: {
      network: {
        reachable:
          'Should a phone not get through: is it in the same Wi-Fi, and does the firewall of this computer let it in?',
        refused: 'The computer may have changed its network just now. Look again.',
        'not-ours': 'Another device may have the same address. Connect the computer to its network anew.',
        timeout: 'A firewall may be in the way. Allow Svc Hub in the firewall of this computer.',
        tls: 'Something between stands in the way. Try another address.',
      },
      public: {
        refused: 'Is it spelled right, and is the tunnel or proxy behind it running?',
        'not-ours': 'Have the tunnel or proxy behind it lead to this hub, then look again.',
        timeout:
          'Some routers do not lead a computer back to itself. Try it on a phone without Wi-Fi; should that fail too, look after the tunnel or proxy.',
        tls: 'Renew the certificate where the tunnel or proxy runs.',
      },
    },
  },
}
