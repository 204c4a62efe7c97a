import type { PackedEmail } from '@millrace/emails/server'
import type { PackedSegment } from '@millrace/segments/server'
import type { Decoration, FlowData, FlowHead } from '../../contract/index.ts'

/** A step on its way into another account; `id` is its name within the file. */
export type FileStep = {
  id: number
  serviceId: string
  operationKey: string
  values: Record<string, unknown>
  title: string | null
  x: number
  y: number
}

/** A way from one step of the file to another. */
export type FileLink = { source: number; target: number; condition: string | null }

/** What stands beside the steps. */
export type FileNote = Pick<Decoration, 'type' | 'text' | 'fontSize'> & {
  x: number
  y: number
  width: number
  height: number
}

/** A person field that something in the file names. */
export type FileField = { name: string; title: string; type: string; format: string | null; isArray: boolean }

/** A flow with everything that it needs, tied to no account: what a copy carries, and what a recipe is. */
export type FlowFile = {
  name: string
  objectType: FlowHead['objectType']
  color: string | null
  data: FlowData
  steps: FileStep[]
  links: FileLink[]
  notes: FileNote[]
  emails: PackedEmail[]
  /** Inner ones before those that are made of them. */
  segments: PackedSegment[]
  fields: FileField[]
}
