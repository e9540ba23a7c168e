import type { enDictation } from './en-dictation.ts'
import type { Translation } from './translation.ts'

/** The Chinese texts of dictation. */
export const zhDictation: Translation<typeof enDictation> = {
  dictation: {
    label: '语音输入',
    panel: '语音输入',
    asking: '浏览器正在询问这个页面能否使用麦克风。允许后即可开始。',
    recording: '正在录音',
    started: '正在录音。按 Esc 键可以丢弃。',
    elapsed: '已录时长',
    done: '完成',
    discard: '丢弃录音',
    discarded: '录音已丢弃',
    sending: '正在发送录音：{{percent}}',
    reading: '正在把语音转成文字…',
    progress: '录音发送进度',
    added: '文字已放进你的消息',
    kept: '你的录音（{{duration}}）还保留着。',
    problemAndKept: '{{problem}}你的录音（{{duration}}）还保留着。',
    send: '转成文字',
    cut: '录音已达到允许的最大长度，自动结束了。文字已放进你的消息；想接着说，请再次使用语音输入。',
    service: '语音输入服务',
    serviceNow: '语音输入服务：{{service}}',
    ownService: '其他服务',
    problem: {
      blocked: '这个页面不能使用麦克风。请在浏览器或设备的设置里允许，然后重试。',
      missing: '没有找到麦克风。请连接一个，然后重试。',
      busy: '现在无法使用麦克风，可能有别的应用正在使用。请关闭那个应用，然后重试。',
      broken: '在这里没能录音。请重试，或换一个浏览器。',
      short: '什么都没有录到。请重试：说话，说完后按“完成”。',
      silent: '录音里听不到声音。请检查麦克风是否打开，然后重新录音。',
      lost: '麦克风断开了。在那之前录到的内容仍然可以转成文字。',
      nothingHeard: '语音输入服务没有听到话语。请离麦克风近一些重新录音，或选择其他服务。',
      large: '这段录音太大，中枢无法接收。请丢弃后分成几段来录。',
    },
  },
}
