import { originOf, type WebhookValues } from '../../steps/webhook/webhook.step.ts'
import { type Escape, liquidOf } from '../engine/liquid.ts'
import type { PersonRow } from '../engine/people.ts'
import { inForm, inHeader, inJson, inUrl } from './escapes.ts'
import type { CallHeader, OutsideCall } from './outsideCall.ts'

/** A call for one person, or why it cannot be made. */
export type Made = { call: OutsideCall } | { error: string }

const isJson = (type: string) => /[/+]json\b/i.test(type)

const bodyEscape = (type: string): Escape | undefined => {
  if (isJson(type)) return inJson
  return /x-www-form-urlencoded/i.test(type) ? inForm : undefined
}

const jsonProblem = (body: string): string | undefined => {
  try {
    JSON.parse(body)
    return undefined
  } catch (error) {
    return `The body is not valid JSON: ${(error as Error).message.split('\n')[0]}`
  }
}

/** Reads the texts of a webhook once, to be filled in for many people. */
export const webhookCall = (values: WebhookValues): ((person: PersonRow | undefined) => Made) => {
  const { method, headers = [] } = values
  const origin = originOf(values.url)
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'application/json'
  const url = liquidOf(values.url, inUrl)
  const texts = headers.map((header) => ({ ...header, text: liquidOf(header.value ?? '', inHeader) }))
  const hasBody = method !== 'GET' && Boolean(values.body?.trim())
  const body = hasBody ? liquidOf(values.body ?? '', bodyEscape(type)) : undefined
  return (person) => {
    const address = url.render(person)
    if ('error' in address) return address
    if (!URL.canParse(address.text) || new URL(address.text).origin !== origin)
      return { error: 'The address cannot be read with what this person has.' }
    const sent: CallHeader[] = []
    for (const { name, secret, text } of texts) {
      const value = text.render(person)
      if ('error' in value) return value
      sent.push(secret === undefined ? { name, value: value.text } : { name, secret })
    }
    const content = body?.render(person)
    if (content && 'error' in content) return content
    const wrong = content && isJson(type) ? jsonProblem(content.text) : undefined
    if (wrong) return { error: wrong }
    const call = { method, url: new URL(address.text).href, headers: sent }
    return { call: { ...call, ...(content && { body: content.text }) } }
  }
}
