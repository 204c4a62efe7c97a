import { z } from 'zod'
import { mappingProblems, OutputMapping, PartPath } from '../../contract/mapping.ts'
import { stepType } from '../../contract/stepType.ts'
import { FieldName } from '../../contract/values.ts'

/** Headers that the call sets by itself, or that would change what is sent. */
const OURS =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|idempotency-key|accept-encoding|proxy-.*|webhook-(id|timestamp|signature))$/i

const HeaderName = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'A name of a header holds letters, digits and dashes.')
  .refine((name) => !OURS.test(name), 'This header is set by the call itself.')

const Header = z.object({
  name: HeaderName,
  /** Liquid. */
  value: z.string().max(5000).optional(),
  /** A value that nobody may see, sealed by `sealSecret`; taken as it is, without Liquid. */
  secret: z.string().max(8000).optional(),
  /** The origin that the secret was sealed for; it is sent nowhere else. */
  for: z.string().max(300).optional(),
})
/** One header of a call. */
export type WebhookHeader = z.output<typeof Header>

const ORIGIN = /^(https?:\/\/[^\\/?#{}@\s]+)(?=[/?#]|$)/i

/** Where an address leads, `https://host:port`; undefined where the host is not written out. */
export const originOf = (url: string): string | undefined => {
  const [, origin] = ORIGIN.exec(url.trim()) ?? []
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).origin : undefined
}

const Url = z
  .string('Type the address to call.')
  .trim()
  .min(1, 'Type the address to call.')
  .max(4000)
  .refine((url) => originOf(url) !== undefined, {
    message: 'Start with https:// and write the host out; Liquid may stand after it.',
  })

const Values = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: Url,
  headers: z.array(Header).max(30, 'That are too many headers.').optional(),
  body: z.string().max(50_000, 'That is too long.').optional(),
  saveAs: FieldName.optional(),
  saveFrom: PartPath.optional(),
  mapOutput: OutputMapping.optional(),
  perMinute: z.coerce
    .number<number>()
    .int('Use a whole number.')
    .min(1, 'Use at least 1.')
    .max(60_000, 'That is too much.')
    .optional(),
})
/**
 * Settings of a webhook: url, header values and body are Liquid. `saveFrom` is the part of the answer that `saveAs` keeps;
 * `mapOutput` keeps more of it.
 */
export type WebhookValues = z.output<typeof Values>

const secretProblems = ({ url, headers = [] }: WebhookValues) =>
  headers
    .filter(({ secret, for: origin }) => secret !== undefined && origin !== originOf(url))
    .map(({ name }) => ({
      code: 'secret-elsewhere',
      message: `The address leads elsewhere now. Type the secret value of ${name} again.`,
      field: 'headers',
    }))

const keptIn = ({ saveAs, mapOutput = [] }: Partial<WebhookValues>) =>
  saveAs ? [{ field: saveAs }, ...mapOutput] : mapOutput

/** Calls an address outside and waits for its answer. */
export const webhookStep = stepType<WebhookValues>({
  operationKey: '/webhook',
  type: 'action',
  kind: 'action',
  group: 'Flow',
  label: 'Webhook',
  description: 'Calls an address of yours or of another service, and keeps the answer.',
  icon: 'webhook',
  subjects: 'any',
  values: Values,
  holds: {
    url: 'secret-liquid',
    headers: 'secret',
    body: 'secret-liquid',
    saveAs: 'field',
    mapOutput: 'mapped-fields',
  },
  mapsOutput: 'may',
  startWith: { method: 'POST', body: '{\n  "email": {{ person.email | json }}\n}' },
  startFor: (objectName) => ({ method: 'POST', body: `{\n  "name": {{ ${objectName}.name | json }}\n}` }),
  problems: (values) => [...secretProblems(values), ...mappingProblems(keptIn(values), 'mapOutput')],
  waits: false,
  summary: (values, names) => {
    const { method = 'POST', url = '' } = values
    const origin = originOf(url)
    if (!origin) return { title: 'Webhook', text: 'Type the address to call' }
    const fields = keptIn(values).map(({ field }) => names.fields?.[field] ?? field)
    const kept = fields.length ? `, keep the answer in ${fields.join(' and ')}` : ''
    return { title: 'Webhook', text: `${method} ${new URL(origin).host}${kept}` }
  },
})
