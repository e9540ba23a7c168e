import type { enNotifications } from './en-notifications.ts'
import type { Translation } from './translation.ts'

/** The Chinese texts of the notifications of one browser, and of installing the app. */
export const zhNotifications: Translation<typeof enNotifications> = {
  browserPush: {
    title: '此浏览器的通知',
    hint: '这样在没有打开窗口时，等你的智能体也能通知到你。',
    on: '通知此浏览器',
    onHint: '智能体提问、请求权限或完成工作时通知你；如果手机已收到通知则不再重复。',
    silent: '静音',
    silentHint: '此浏览器的通知只显示，不发声。',
    test: '发送测试',
    tested: '测试通知已发出。如果没有出现，请检查系统的通知设置。',
    testRefused: '测试通知没有被接受。{{result}}',
    support: {
      insecure: '浏览器只允许以 https 开头的地址显示通知。请用这样的地址打开中枢，或使用配套应用。',
      'install-first':
        '在 iPhone 或 iPad 上，请先把这个页面添加到主屏幕：点“分享”，再点“添加到主屏幕”。然后从主屏幕打开，再回到这项设置。',
      unsupported: '这个浏览器不能显示通知。请换一个浏览器，或使用配套应用。',
      blocked:
        '这个浏览器被设置为不显示本页面的通知。请在浏览器的网站设置（地址旁边）里允许，然后重新加载页面。',
    },
    problem: {
      blocked: '浏览器被设置为不允许。请在浏览器的网站设置里允许通知，然后重试。',
      dismissed: '浏览器询问过，但没有得到回答。请重试并选择“允许”。',
      'no-worker': '浏览器没能为通知做好准备。请重新加载页面再试；无痕窗口往往不行。',
      'no-service': '浏览器连不上它自己的通知服务。请检查网络；有些浏览器在隐私设置里关闭了它。',
      'hub-off': '中枢暂时不能通知浏览器：它用于通知的密钥已损坏。主人可以在“一切正常吗？”里查看详情。',
      unreachable: '中枢没有回应。请检查网络，然后重试。',
      failed: '中枢没有登记这个浏览器。请重试，或使用配套应用。',
    },
  },
  install: {
    title: '作为应用',
    text: '安装这个页面，它就会像其他应用一样有自己的图标和窗口。',
    action: '安装',
    menu: '在浏览器的菜单里可以找到“安装”或“添加到主屏幕”。',
    insecure: '浏览器只能安装地址以 https 开头的页面。',
  },
}
