import { connect as connectPlain, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { type Reply, replyReader } from './reply.ts'

/** Where a relay is and how to sign in to it. */
export type Relay = {
  host: string
  port: number
  /** `implicit`: TLS from the first byte; `upgrade`: STARTTLS where offered; `required`: STARTTLS or nothing; `never`. */
  tls: 'implicit' | 'upgrade' | 'required' | 'never'
  user?: string
  password?: string
  /** Certificates are checked unless told not to. */
  rejectUnauthorized?: boolean
  /** Milliseconds to wait for a connection, for an answer, and for the answer to a whole mail. */
  timeouts?: { connect?: number; command?: number; message?: number }
}

/** The conversation ended, or was refused before any mail. */
class Broken extends Error {}

/** Somebody who waits for so many replies. */
type Waiting = {
  count: number
  replies: Reply[]
  resolve(replies: Reply[]): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/** The conversation below the mails: writes commands and hands each its reply, in order. */
export class Talk {
  socket: Socket | TLSSocket
  error: Broken | undefined
  private waiting: Waiting[] = []
  private readonly commandMs: number

  constructor(socket: Socket | TLSSocket, commandMs: number) {
    this.socket = socket
    this.commandMs = commandMs
    this.listen()
  }

  private listen() {
    const { socket } = this
    socket.setEncoding('latin1')
    const read = replyReader((reply) => {
      const [next] = this.waiting
      if (!next) return
      next.replies.push(reply)
      if (next.replies.length < next.count) return
      this.waiting.shift()
      clearTimeout(next.timer)
      next.resolve(next.replies)
    })
    socket.on('data', (chunk: string) => {
      try {
        read(chunk)
      } catch (error) {
        this.break((error as Error).message)
      }
    })
    socket.on('error', (error) => this.break(error.message))
    socket.on('close', () => this.break('The connection was closed.'))
  }

  /** Ends everything that waits; later calls fail at once. */
  break(message: string) {
    if (this.error) return
    this.error = new Broken(message)
    this.socket.destroy()
    for (const { reject, timer } of this.waiting.splice(0)) {
      clearTimeout(timer)
      reject(this.error)
    }
  }

  /** The replies to so many commands that are sent at once, all within that time. */
  replies(count: number, ms = this.commandMs): Promise<Reply[]> {
    if (this.error) return Promise.reject(this.error)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.break(`No answer came in ${Math.round(ms / 1000)} seconds.`), ms)
      this.waiting.push({ count, replies: [], resolve, reject, timer })
    })
  }

  async reply(ms?: number): Promise<Reply> {
    const [reply] = await this.replies(1, ms)
    return reply as Reply
  }

  async command(line: string, ...good: number[]): Promise<Reply> {
    const answer = this.reply()
    this.socket.write(`${line}\r\n`)
    const reply = await answer
    if (!good.includes(Math.floor(reply.code / 100))) throw new Broken(`${reply.code} ${reply.text}`)
    return reply
  }

  /** Resolves when the bytes were handed to the system. */
  write(bytes: Uint8Array): Promise<void> {
    if (this.error) return Promise.reject(this.error)
    return new Promise((resolve, reject) => {
      this.socket.write(bytes, (error) => (error ? reject(this.error ?? error) : resolve()))
    })
  }

  /** Goes on over TLS on the same connection. */
  async secure(relay: Relay): Promise<void> {
    this.socket.removeAllListeners()
    const plain = this.socket as Socket
    await new Promise<void>((resolve, reject) => {
      const socket = connectTls({ socket: plain, ...tlsOptions(relay) }, resolve)
      socket.once('error', reject)
      this.socket = socket
    })
    this.listen()
  }
}

const tlsOptions = (relay: Relay) => ({
  host: relay.host,
  servername: /^[\d.]+$|:/.test(relay.host) ? undefined : relay.host,
  rejectUnauthorized: relay.rejectUnauthorized ?? true,
})

const open = (relay: Relay): Promise<Socket | TLSSocket> =>
  new Promise((resolve, reject) => {
    const { host, port } = relay
    const socket =
      relay.tls === 'implicit'
        ? connectTls({ port, ...tlsOptions(relay) })
        : connectPlain({ host, port, noDelay: true })
    const timer = setTimeout(
      () => socket.destroy(new Error('The server cannot be reached.')),
      relay.timeouts?.connect ?? 15_000,
    )
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once(relay.tls === 'implicit' ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })

const signIn = async (talk: Talk, { user, password = '' }: Relay, offers: string) => {
  if (!user) return
  const methods = /^AUTH[ =](.*)$/im.exec(offers)?.[1]?.toUpperCase() ?? ''
  const encode = (text: string) => Buffer.from(text).toString('base64')
  if (methods.includes('PLAIN')) {
    await talk.command(`AUTH PLAIN ${encode(`\0${user}\0${password}`)}`, 2)
  } else if (methods.includes('LOGIN')) {
    await talk.command('AUTH LOGIN', 3)
    await talk.command(encode(user), 3)
    await talk.command(encode(password), 2)
  } else throw new Broken('The relay offers no way to sign in that is known here (PLAIN, LOGIN).')
}

const greet = async (talk: Talk, relay: Relay): Promise<string> => {
  const name = hostname().includes('.') ? hostname() : `[127.0.0.1]`
  const greeting = await talk.reply()
  if (greeting.code !== 220) throw new Broken(`${greeting.code} ${greeting.text}`)
  let offers = (await talk.command(`EHLO ${name}`, 2)).text
  const mayUpgrade = /^STARTTLS$/im.test(offers)
  if (relay.tls === 'required' && !mayUpgrade) throw new Broken('The relay offers no TLS.')
  if (mayUpgrade && (relay.tls === 'upgrade' || relay.tls === 'required')) {
    await talk.command('STARTTLS', 2)
    await talk.secure(relay)
    offers = (await talk.command(`EHLO ${name}`, 2)).text
  }
  await signIn(talk, relay, offers)
  return offers
}

/** Connects, secures the line and signs in; answers the conversation and what the relay offers. */
export const openTalk = async (relay: Relay): Promise<{ talk: Talk; offers: string }> => {
  const talk = new Talk(await open(relay), relay.timeouts?.command ?? 60_000)
  try {
    return { talk, offers: await greet(talk, relay) }
  } catch (error) {
    talk.break((error as Error).message)
    throw error
  }
}
