/** A server's answer to a command. */
export type Reply = { code: number; text: string }

/** Takes bytes as they come and hands out whole replies, continued lines joined. */
export const replyReader = (onReply: (reply: Reply) => void) => {
  let rest = ''
  let lines: string[] = []
  return (chunk: string) => {
    rest += chunk
    let end = rest.indexOf('\n')
    while (end >= 0) {
      const line = rest.slice(0, end).replace(/\r$/, '')
      rest = rest.slice(end + 1)
      lines.push(line)
      if (line[3] !== '-') {
        const text = lines.map((one) => one.slice(4)).join('\n')
        onReply({ code: Number(line.slice(0, 3)) || 0, text })
        lines = []
      }
      end = rest.indexOf('\n')
    }
    if (rest.length > 64_000 || lines.length > 500) throw new Error('The server answers without end.')
  }
}

/** The enhanced status code (RFC 3463) at the start of a reply, for example `5.1.1`. */
export const enhancedCode = (reply: Reply): string | undefined => /^([245]\.\d{1,3}\.\d{1,3})\b/.exec(reply.text)?.[1]
