import { createServer, type Socket } from 'node:net'

/** One mail that the receiver took. */
export type Received = { to: string; messageId: string; source: string; at: number }

/** What the receiver does with the next mail once it has all of it. */
export type Manner = 'accept' | 'accept-then-drop' | 'drop-before-end' | 'refuse' | 'later' | 'slow-down'

/** An SMTP receiver that notes every mail and can be told to misbehave. */
export type Receiver = {
  url: string
  mails: Received[]
  /** Mails that were taken while the sender was not told. */
  untold: Received[]
  /** Decides for each mail; accepts unless told. */
  behave(choose: (to: string) => Manner): void
  onMail(heard: (mail: Received) => void): void
  close(): Promise<void>
}

/** `rest`: what came and is not read yet; within a mail it begins with a line break. `from`: where its end may be. */
type State = { to: string; isData: boolean; rest: Buffer; from: number }

const BREAK = Buffer.from('\r\n')
const END = Buffer.from('\r\n.\r\n')
const HEAD_BYTES = 8_192

/** What the mail's lines were before dots were doubled. */
const unstuffed = (lines: Buffer) => lines.toString('latin1').replaceAll('\r\n..', '\r\n.').slice(BREAK.length)

/** A mail from its lines, which begin with a line break. What is in it is read when somebody asks: most are only counted. */
const received = (to: string, lines: Buffer): Received => ({
  to,
  at: Date.now(),
  get messageId() {
    return /^message-id:\s*(<[^>]+>)/im.exec(lines.toString('latin1', 0, HEAD_BYTES))?.[1] ?? ''
  },
  get source() {
    return unstuffed(lines)
  },
})

const REPLIES: Record<string, string> = {
  refuse: '550 5.1.1 No such person',
  later: '451 4.3.0 Try again later',
  'slow-down': '451 4.7.28 Too many mails, slow down',
  accept: '250 2.0.0 Taken',
}

/** Opens a receiver on a free loopback port. It reads pipelined commands, without encryption. */
export const openReceiver = async (): Promise<Receiver> => {
  const mails: Received[] = []
  const untold: Received[] = []
  let choose: (to: string) => Manner = () => 'accept'
  let heard: ((mail: Received) => void) | undefined
  const sockets = new Set<Socket>()

  const finish = (socket: Socket, state: State, lines: Buffer) => {
    const manner = choose(state.to)
    const mail = received(state.to, lines)
    if (manner === 'accept' || manner === 'accept-then-drop') {
      mails.push(mail)
      heard?.(mail)
    }
    if (manner === 'accept-then-drop') untold.push(mail)
    if (REPLIES[manner]) socket.write(`${REPLIES[manner]}\r\n`)
    else socket.destroy()
  }
  const command = (socket: Socket, state: State, line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') socket.write('250-receiver\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 50000000\r\n')
    else if (verb === 'RCPT') {
      state.to = /<([^>]*)>/.exec(line)?.[1]?.toLowerCase() ?? ''
      socket.write('250 2.1.5 Ok\r\n')
    } else if (verb === 'DATA') {
      state.isData = true
      state.rest = Buffer.concat([BREAK, state.rest])
      state.from = 0
      if (choose(state.to) === 'drop-before-end') socket.destroy()
      else socket.write('354 Go on\r\n')
    } else if (verb === 'QUIT') socket.end('221 2.0.0 Bye\r\n')
    else socket.write('250 2.0.0 Ok\r\n')
  }
  /** Reads one command or the rest of a mail; false where more has to come first. */
  const read = (socket: Socket, state: State): boolean => {
    const { rest, isData } = state
    const mark = isData ? END : BREAK
    const end = rest.indexOf(mark, state.from)
    state.from = end < 0 ? Math.max(0, rest.length - mark.length) : 0
    if (end < 0) return false
    state.rest = rest.subarray(end + mark.length)
    if (isData) {
      state.isData = false
      finish(socket, state, rest.subarray(0, end))
    } else command(socket, state, rest.toString('latin1', 0, end))
    return !socket.destroyed
  }
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    const state: State = { to: '', isData: false, rest: Buffer.alloc(0), from: 0 }
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      state.rest = state.rest.length ? Buffer.concat([state.rest, chunk]) : chunk
      // Answers to commands that came together go back together.
      socket.cork()
      while (read(socket, state));
      socket.uncork()
    })
    socket.write('220 receiver ESMTP\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    untold,
    behave: (next) => {
      choose = next
    },
    onMail: (listener) => {
      heard = listener
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
