import { type House, openOutgoing, readJson } from '@millrace/kit/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DeliveryPorts } from '../ports.ts'
import { chosenOf, openSendGrid, openSes } from '../providers/chosen.ts'
import { accessOf } from '../providers/ofInstallation.ts'
import { type ReportTools, takeReports } from '../returns/takeReports.ts'
import { type HookOwner, readHookAddress } from './address.ts'
import { type FetchText, openCertificates } from './certificates.ts'
import { isSignedBySendGrid, readSendGridEvents } from './sendGridEvents.ts'
import { readSesEvent } from './sesEvents.ts'
import { isOfSns, isSignedBySns, SnsMessage } from './sns.ts'
import type { Told } from './told.ts'

const LARGEST = 1 << 20

type Asked = { Params: { provider: string; token: string }; Body: Buffer }
type Request = FastifyRequest<Asked>

/** What a call is answered; `told` is what it reported. */
type Answer = { status: 200 | 400 | 403; message: string; told: readonly Told[] }

const REFUSED: Answer = { status: 403, message: 'The signature is not valid.', told: [] }
const UNREADABLE: Answer = { status: 400, message: 'This is no message of the provider.', told: [] }
const taken = (told: readonly Told[]): Answer => ({ status: 200, message: '', told })

/** An account's own credentials, or the installation's; undefined where there are none any more. */
const accessFor = async ({ db, keys, settings }: House, { accountId, kind }: HookOwner) => {
  if (!accountId) return accessOf(settings)
  const chosen = await db.system((tx) => chosenOf(tx, accountId, kind))
  if (!chosen?.sealed) return {}
  return kind === 'ses'
    ? { ses: openSes(keys, chosen.sealed, undefined) }
    : { sendgrid: openSendGrid(keys, chosen.sealed) }
}

const parsed = (body: Buffer): unknown => {
  try {
    return readJson(body.toString('utf8'))
  } catch {
    return undefined
  }
}

type Tools = ReportTools & { ports: Pick<DeliveryPorts, 'fetchText'> }

const overTheInternet = ({ settings }: House): FetchText => {
  const outgoing = openOutgoing({ allow: settings.OUTGOING_ALLOW ?? '' })
  return async (url) => {
    const { status, body } = await outgoing.send({ method: 'GET', url, mostRedirects: 0, maxBytes: 100_000 })
    if (status !== 200) throw new Error(`${new URL(url).host} answers ${status}.`)
    return body
  }
}

/** Calls of providers that tell what became of mail. */
class Hooks {
  private readonly tools: Tools
  private readonly fetchText: FetchText
  private readonly keyAt: ReturnType<typeof openCertificates>

  constructor(tools: Tools) {
    this.tools = tools
    this.fetchText = tools.ports.fetchText ?? overTheInternet(tools.house)
    this.keyAt = openCertificates(this.fetchText)
  }

  private async ses(body: Buffer, topic: string | undefined): Promise<Answer> {
    const { house } = this.tools
    const { success, data: message } = SnsMessage.safeParse(parsed(body))
    if (!success) return UNREADABLE
    const key = await this.keyAt(message.SigningCertURL)
    if (!key || !isSignedBySns(message, key) || (topic && topic !== message.TopicArn)) return REFUSED
    if (message.Type === 'Notification') return taken(readSesEvent(house.keys, message.Message))
    house.log.info({ topic: message.TopicArn }, `SNS: ${message.Type}`)
    if (message.Type === 'UnsubscribeConfirmation') return taken([])
    if (!message.SubscribeURL || !isOfSns(message.SubscribeURL)) return REFUSED
    await this.fetchText(message.SubscribeURL)
    return taken([])
  }

  private sendGrid({ headers, body }: Request, webhookKey: string | undefined): Answer {
    if (!isSignedBySendGrid(webhookKey, headers, body)) return REFUSED
    const told = readSendGridEvents(this.tools.house.keys, body.toString('utf8'))
    return told ? taken(told) : UNREADABLE
  }

  async answer(owner: HookOwner, request: Request): Promise<Answer | undefined> {
    const access = await accessFor(this.tools.house, owner)
    if (owner.kind === 'ses') return access.ses && this.ses(request.body, access.ses.topic)
    return access.sendgrid && this.sendGrid(request, access.sendgrid.webhookKey)
  }

  /** What an account's own provider tells is about that account alone, whatever it names. */
  async take(owner: HookOwner, told: readonly Told[]): Promise<void> {
    const { house } = this.tools
    const byAccount = Map.groupBy(told, ({ accountId }) => owner.accountId || accountId)
    for (const [accountId, some] of byAccount) {
      if (!accountId) continue
      const reports = some.map(({ report }) => report)
      await house.db.system((tx) => takeReports(tx, this.tools, accountId, reports))
    }
  }
}

/** Where providers tell what became of mail. Who does not know the token finds nothing here; who does still has to sign. */
export const hookRoutes = (tools: Tools) => async (server: FastifyInstance) => {
  const hooks = new Hooks(tools)
  await server.register(async (scope) => {
    // Signatures are over the bytes as they came, whatever they are called.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<Asked>('/v1/hooks/mail/:provider/:token', { bodyLimit: LARGEST }, async (request, reply) => {
      const { provider, token } = request.params
      const owner = readHookAddress(tools.house, provider, token)
      const answer = owner && Buffer.isBuffer(request.body) ? await hooks.answer(owner, request) : undefined
      if (!owner || !answer) return reply.callNotFound()
      await hooks.take(owner, answer.told)
      if (answer.status === 200) return reply.status(200).send('')
      return reply.status(answer.status).send({ error: { name: 'Refused', message: answer.message } })
    })
  })
}
