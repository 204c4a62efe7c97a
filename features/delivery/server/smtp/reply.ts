/** A server's answer to a command. */
export type Reply = { code: number; text: string }

const CR = 13

/** Takes bytes as they come and hands out whole replies, continued lines joined. */
export const replyReader = (onReply: (reply: Reply) => void) => {
  let rest = ''
  let lines: string[] = []
  return (chunk: string) => {
    rest += chunk
    let from = 0
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', from)) {
      const line = rest.slice(from, rest.charCodeAt(end - 1) === CR ? end - 1 : end)
      from = end + 1
      if (line[3] === '-') lines.push(line.slice(4))
      else {
        const text = lines.length ? `${lines.join('\n')}\n${line.slice(4)}` : line.slice(4)
        lines = []
        onReply({ code: Number(line.slice(0, 3)) || 0, text })
      }
    }
    rest = rest.slice(from)
    if (rest.length > 64_000 || lines.length > 500) throw new Error('The server answers without end.')
  }
}

/** The enhanced status code (RFC 3463) at the start of a reply, for example `5.1.1`. */
export const enhancedCode = (reply: Reply): string | undefined => /^([245]\.\d{1,3}\.\d{1,3})\b/.exec(reply.text)?.[1]
