import type { enNetwork } from './en-network.ts'
import type { Translation } from './translation.ts'

/** The Chinese texts of who reaches the hub, of whether its addresses work, and of how phones are notified. */
export const zhNetwork: Translation<typeof enNetwork> = {
  network: {
    title: '网络',
    hint: '谁能连接到中枢。无论怎样选择，没有连接码的人都进不来。',
    who: '谁可以直接连接这台电脑上的中枢？',
    choice: { here: '只有这台电脑', network: '还有我的 Wi-Fi 里的手机' },
    choiceText: {
      here: '最安全的选择。手机需要使用下面那个在任何地方都能用的地址。',
      network:
        '电脑所在网络里的每台设备都能连到中枢。在那里传输的内容没有加密：请在家里选择它，不要在咖啡馆里。',
    },
    other: '目前中枢只在 {{host}} 上等待连接。',
    losesThisPage:
      '你是通过网络打开这个页面的。重启之后，只能在中枢所在的电脑上打开它，或者使用在任何地方都能用的地址。',
    publicUrl: '在任何地方都能用的地址',
    publicUrlHint: '供不在家里的手机使用。通向 {{address}} 的内网穿透或反向代理会给你这样一个地址。',
    keep: '保存地址',
    remove: '移除地址',
    try: '看看手机能不能连到这里',
    kept: '已保存，中枢下次启动时生效。',
    fixed: '由中枢的环境变量 {{variable}} 设定，请在那里更改。',
    source: { file: '来自设置文件。', default: '还没有人改过：使用默认值。' },
    none: '没有地址。',
    waits: '需要重启。',
    invalid: '这不可能是中枢的地址。它应该像 https://hub.example.com 这样，里面不带用户名和密码。',
    loopback: '谁打开这个地址，都会回到自己的设备上，所以手机用不了。请填写内网穿透或反向代理给你的地址。',
    cannotListen: '这台电脑不能在那里等待连接。请从两项中选择一项。',
    notSafe: '这个地址不是以 https 开头：手机发送的内容可能在途中被人看到，浏览器也收不到通知。',
  },
  pushTransports: {
    title: '如何通知手机',
    hint: '适用于装有配套应用的手机。浏览器的通知不需要这些设置。',
    platform: { android: 'Android 手机和手表', ios: 'iPhone' },
    mode: { auto: '自动', relay: '经中转', direct: '直接', off: '不通知' },
    modeText: {
      auto: '设置文件里有你自己的服务账号时直接通知，否则经中转通知。',
      relay: '通知由中转转发。它会知道哪部手机在什么时候收到多长的通知，但不会知道内容。',
      direct: '使用你自己的应用的密钥，需要在设置文件里写明。',
      off: '应用关闭时，这些手机收不到任何通知。',
    },
    unknownMode: '中枢不认识“{{mode}}”。请选择其中一种。',
    noRelay: '还没有中转，所以需要中转的手机在应用关闭时收不到任何通知。请填写应用的提供者给你的地址。',
    relay: '中转的地址',
    relayHint: '所有手机使用同一个地址。你也可以运行自己的中转。',
    invalid: '这不可能是中转的地址。它应该像 https://relay.example.com 这样，里面不带用户名和密码。',
    notSafe: '这个地址不以 https 开头：在通往中转的路上，别人可以看到哪些手机收到了通知。',
  },
  reach: {
    looking: '正在查看中枢在这个地址上是否回应…',
    failed: '没能查明中枢在这个地址上是否回应。{{reason}}',
    again: '再看一次',
    toAddress: '更改地址',
    result: {
      reachable: '中枢在这个地址上有回应。',
      refused: '这个地址上没有回应。',
      'not-ours': '在这个地址上回应的不是这个中枢（{{code}}）。',
      timeout: '三秒之内，这个地址上没有人回应。',
      tls: '这个地址不安全：它的证书有问题（{{code}}）。',
    },
    step: {
      network: {
        reachable: '如果手机还是连不上：它在同一个 Wi-Fi 里吗？这台电脑的防火墙允许它连接吗？',
        refused: '电脑可能刚刚换了网络。请再看一次。',
        'not-ours': '可能有另一台设备用了同一个地址。请让电脑重新连接网络。',
        timeout: '可能被防火墙挡住了。请在这台电脑的防火墙里允许 Svc Hub。',
        tls: '中间有东西挡着。请换一个地址试试。',
      },
      public: {
        refused: '地址写对了吗？它后面的内网穿透或反向代理在运行吗？',
        'not-ours': '请让它后面的内网穿透或反向代理通向这个中枢，然后再看一次。',
        timeout:
          '有些路由器不会让电脑绕回自己。请在手机上关掉 Wi-Fi 试一试；如果还是不行，请检查内网穿透或反向代理。',
        tls: '请在运行内网穿透或反向代理的地方更新证书。',
      },
    },
  },
}
