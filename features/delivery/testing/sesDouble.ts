import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A mail as the stand-in for SES got it. */
export type SesMail = {
  to: string[]
  bcc: string[]
  source: string
  tags: Record<string, string>
  configurationSet: string | undefined
  authorization: string
  isAnswered: boolean
}

/**
 * What the stand-in does with a request: `drop` keeps the mail and cuts the line, `cut` cuts it before the mail is there,
 * `late` and `silent` keep it and answer late or never; a number and a name answer like SES, and keep nothing.
 */
export type SesFault =
  | 'drop'
  | 'cut'
  | 'late'
  | 'silent'
  | { status: number; name?: string; message?: string }
  | undefined

/** A stand-in for the API of SES on loopback. */
export type SesDouble = {
  url: string
  mails: SesMail[]
  /** Requests begun, whatever became of them. */
  asked: number
  connections: number
  /** What it says that its account may send. */
  quota: object
  /** Set by a test: what happens to the how-manieth request. */
  fault: ((count: number, mail: SesMail) => SesFault) | undefined
  /** Set by a test: cut the line while the body comes. */
  isCutting: boolean
  close(): Promise<void>
}

const LATE_MS = 150

const readBody = (request: IncomingMessage) =>
  new Promise<string>((resolve, reject) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    request.on('end', () => resolve(body))
    request.on('error', reject)
  })

const mailOf = (body: string, request: IncomingMessage): SesMail => {
  const { Content, Destination, EmailTags = [], ConfigurationSetName } = JSON.parse(body)
  return {
    to: Destination.ToAddresses,
    bcc: Destination.BccAddresses ?? [],
    source: Buffer.from(Content.Raw.Data, 'base64').toString('latin1'),
    tags: Object.fromEntries(EmailTags.map(({ Name, Value }: { Name: string; Value: string }) => [Name, Value])),
    configurationSet: ConfigurationSetName,
    authorization: String(request.headers.authorization),
    isAnswered: true,
  }
}

const answer = (response: ServerResponse, status: number, body: object, name?: string) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...(name && { 'x-amzn-errortype': `${name}:` }) })
    .end(JSON.stringify(body))

const QUOTA = {
  ProductionAccessEnabled: true,
  SendingEnabled: true,
  SendQuota: { MaxSendRate: 14, Max24HourSend: 50_000, SentLast24Hours: 120 },
}

const serve = async (double: SesDouble, request: IncomingMessage, response: ServerResponse) => {
  if (request.method === 'GET') return answer(response, 200, double.quota)
  double.asked++
  if (double.isCutting) return request.socket.destroy()
  const mail = mailOf(await readBody(request), request)
  const fault = double.fault?.(double.asked, mail)
  if (fault === 'cut') return request.socket.destroy()
  if (typeof fault === 'object') return answer(response, fault.status, { message: fault.message ?? '' }, fault.name)
  mail.isAnswered = fault !== 'drop' && fault !== 'silent'
  double.mails.push(mail)
  if (fault === 'drop') return request.socket.destroy()
  if (fault === 'silent') return undefined
  if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  return answer(response, 200, { MessageId: `0100-${double.mails.length}` })
}

/** Starts a stand-in for SES on loopback: on a free port, or where an earlier one was. */
export const startSesDouble = async (earlier?: SesDouble): Promise<SesDouble> => {
  const server = createServer((request, response) => {
    serve(double, request, response).catch(() => request.socket.destroy())
  })
  server.on('connection', () => {
    double.connections++
  })
  const double: SesDouble = {
    url: '',
    mails: [],
    asked: 0,
    connections: 0,
    quota: QUOTA,
    fault: undefined,
    isCutting: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) =>
    server.listen(earlier ? Number(new URL(earlier.url).port) : 0, '127.0.0.1', resolve),
  )
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}
