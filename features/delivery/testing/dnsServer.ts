import { createSocket, type Socket } from 'node:dgram'

/** What a DNS server of a test answers for a host: records, silence, or a failure of the server. */
export type DnsAnswers = { TXT?: readonly string[]; CNAME?: string; is?: 'silent' | 'broken' }

/** A DNS server on loopback that says what the test tells it, over UDP. */
export type DnsServer = {
  /** As `DNS_SERVERS` takes it. */
  address: string
  /** What is asked for, by host name in lower case. */
  hosts: Map<string, DnsAnswers>
  close(): Promise<void>
}

const TYPES = { CNAME: 5, TXT: 16 } as const
const NO_ERROR = 0x8180
const SERVER_FAILURE = 0x8182
const NO_SUCH_NAME = 0x8183

/** A question's name, its type, and where it ends. */
const readQuestion = (packet: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { host: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 }
}

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])

/** A text in pieces of 255 bytes, as TXT records hold it. */
const textBytes = (text: string) => {
  const all = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let at = 0; at === 0 || at < all.length; at += 255) {
    const piece = all.subarray(at, at + 255)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  return Buffer.concat(pieces)
}

/** A record at the name of the question, which a pointer repeats. */
const record = (type: number, data: Buffer) => {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(0, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const answersTo = (type: number, { TXT = [], CNAME }: DnsAnswers) => [
  ...(CNAME && (type === TYPES.CNAME || type === TYPES.TXT) ? [record(TYPES.CNAME, nameBytes(CNAME))] : []),
  ...(type === TYPES.TXT ? TXT.map((text) => record(TYPES.TXT, textBytes(text))) : []),
]

const reply = (packet: Buffer, known: DnsAnswers | undefined): Buffer => {
  const { type, end } = readQuestion(packet)
  const answers = known && !known.is ? answersTo(type, known) : []
  const head = Buffer.alloc(12)
  packet.copy(head, 0, 0, 2)
  head.writeUInt16BE(known?.is === 'broken' ? SERVER_FAILURE : known ? NO_ERROR : NO_SUCH_NAME, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  return Buffer.concat([head, packet.subarray(12, end), ...answers])
}

const bound = (socket: Socket) =>
  new Promise<number>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(0, '127.0.0.1', () => resolve(socket.address().port))
  })

/** Starts a DNS server on a free loopback port. */
export const startDns = async (): Promise<DnsServer> => {
  const hosts = new Map<string, DnsAnswers>()
  const socket = createSocket('udp4')
  socket.on('message', (packet, from) => {
    const known = hosts.get(readQuestion(packet).host)
    if (known?.is !== 'silent') socket.send(reply(packet, known), from.port, from.address)
  })
  const port = await bound(socket)
  return {
    address: `127.0.0.1:${port}`,
    hosts,
    close: () => new Promise((done) => void socket.close(() => done())),
  }
}
