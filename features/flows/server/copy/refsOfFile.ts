import type { PackedEmail } from '@millrace/emails/server'
import type { Conditions } from '@millrace/segments/contract'
import { type Refs, refsOf, stepTypeOf } from '../../contract/index.ts'
import type { FileStep } from './flowFile.ts'

const ABOUT_PEOPLE = { holds: { conditions: 'conditions' } } as const

/** Everything that conditions about people name. */
export const refsOfConditions = (conditions: Conditions): Refs => refsOf(ABOUT_PEOPLE, { conditions })

/** Everything that a step names. */
export const refsOfStep = (step: Pick<FileStep, 'serviceId' | 'operationKey' | 'values'>): Refs =>
  refsOf(stepTypeOf(step), step.values)

const LIQUID = /\{[{%][^}]*\}/g
const FIELD = /\bperson\.([\w-]+(?:\.[\w-]+)*)/g

/** The person fields that a mail's Liquid says, with the paths above them. */
export const fieldsOfEmail = ({ content }: Pick<PackedEmail, 'content'>): string[] => {
  const texts = [content.subject, content.preheader, content.html, JSON.stringify(content.state ?? '')]
  const fields = new Set<string>()
  for (const [liquid] of texts.join(' ').matchAll(LIQUID)) {
    for (const [, path = ''] of liquid.matchAll(FIELD)) {
      const parts = path.split('.')
      for (const count of parts.keys()) fields.add(parts.slice(0, count + 1).join('.'))
    }
  }
  return [...fields]
}
