import { createServer, type Server, type Socket } from 'node:net'

/**
 * A mail as the receiver got it, for whoever was named first and others. `isAnswered` is false where the receiver dropped the line instead of answering,
 * `isFollowed` true where the sender had gone on before it was answered.
 */
export type ReceivedMail = {
  from: string
  to: string
  copies: string[]
  source: string
  isAnswered: boolean
  isFollowed: boolean
}

/** What the receiver shall do at a point of the conversation; nothing is to behave. */
export type Fault = 'drop' | 'silent' | `${number} ${string}` | undefined

/** The points at which a receiver can misbehave, with what is known there. */
export type FaultAt = {
  connect?(connection: number): Fault
  mail?(from: string): Fault
  rcpt?(to: string): Fault
  /** While the content is coming. */
  content?(to: string): Fault
  /** After the final dot: the mail is kept, then the line is dropped, or an answer given. */
  message?(mail: { to: string; source: string }, count: number): Fault
}

/** A bare SMTP receiver on loopback that keeps what it gets and can be told to misbehave. */
export type Receiver = {
  port: number
  /** Its address as a setting such as SMTP_URL names it. */
  url: string
  mails: ReceivedMail[]
  connections: number
  server: Server
  close(): Promise<void>
}

type Options = {
  faults?: FaultAt
  offers?: readonly string[]
  keepSource?: boolean
  port?: number
  onMail?(mail: ReceivedMail): void
}

const END = '\r\n.\r\n'

const converse = (socket: Socket, receiver: Receiver, { faults = {}, offers, keepSource = true, onMail }: Options) => {
  let rest = ''
  let isContent = false
  let from = ''
  let to = ''
  let copies: string[] = []
  const say = (line: string) => void socket.write(`${line}\r\n`)
  const obey = (fault: Fault, otherwise: string): boolean => {
    if (fault === 'drop') {
      socket.resetAndDestroy()
      return false
    }
    if (fault !== 'silent') say(fault ?? otherwise)
    return !fault
  }
  const take = (content: string) => {
    const source = `${content}\r\n`.replace(/\n\.\./g, '\n.')
    const fault = faults.message?.({ to, source }, receiver.mails.length)
    const mail = { from, to, copies, source: keepSource ? source : '', isAnswered: !fault, isFollowed: rest !== '' }
    if (!fault || fault === 'drop' || fault === 'silent') {
      receiver.mails.push(mail)
      onMail?.(mail)
    }
    obey(fault, `250 2.0.0 kept as ${receiver.mails.length}`)
    from = ''
    to = ''
    copies = []
  }
  const obeyCommand = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO')
      say(
        ['250-receiver', ...(offers ?? ['PIPELINING', '8BITMIME'])].join('\r\n250-').replace(/250-(?=[^\n]*$)/, '250 '),
      )
    else if (verb === 'MAIL') {
      if (obey(faults.mail?.(line), '250 2.1.0 ok')) from = line.slice(11).replace(/>.*$/, '')
    } else if (verb === 'RCPT') {
      const address = line.slice(9).replace(/>.*$/, '')
      if (!obey(faults.rcpt?.(address), '250 2.1.5 ok')) return
      if (to) copies.push(address)
      else to = address
    } else if (verb === 'DATA') {
      if (to) {
        isContent = true
        say('354 go on')
      } else say('503 5.5.1 no recipient')
    } else if (verb === 'RSET') {
      from = ''
      to = ''
      copies = []
      say('250 2.0.0 ok')
    } else if (verb === 'QUIT') socket.end('221 2.0.0 bye\r\n')
    else say('250 ok')
  }
  const read = () => {
    while (!socket.destroyed) {
      if (isContent) {
        if (rest.length && faults.content?.(to) === 'drop') return socket.resetAndDestroy()
        const end = rest.startsWith('.\r\n') ? -2 : rest.indexOf(END)
        if (end === -1) return
        const content = end === -2 ? '' : rest.slice(0, end)
        rest = rest.slice(end === -2 ? 3 : end + END.length)
        isContent = false
        take(content)
      } else {
        const end = rest.indexOf('\r\n')
        if (end < 0) return
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        obeyCommand(line)
      }
    }
  }
  socket.setEncoding('latin1')
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: string) => {
    rest += chunk
    read()
  })
  obey(faults.connect?.(receiver.connections), '220 receiver ready')
}

/** Starts a receiver on a free loopback port. */
export const startReceiver = (options: Options = {}): Promise<Receiver> =>
  new Promise((resolve) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      receiver.connections++
      converse(socket, receiver, options)
    })
    const receiver: Receiver = {
      port: 0,
      url: '',
      mails: [],
      connections: 0,
      server,
      close: () =>
        new Promise((done) => {
          for (const socket of sockets) socket.destroy()
          server.close(() => done())
        }),
    }
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      receiver.port = (server.address() as { port: number }).port
      receiver.url = `smtp://127.0.0.1:${receiver.port}?tls=never`
      resolve(receiver)
    })
  })
