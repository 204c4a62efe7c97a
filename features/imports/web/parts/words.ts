import type { Encoding, Import } from '../../contract/import.ts'

/** How a status is said and coloured. */
export const STATUS: Record<Import['status'], { label: string; tone: 'on' | 'off' | 'draft' | 'bad' | 'busy' }> = {
  queued: { label: 'Waiting', tone: 'draft' },
  running: { label: 'Importing', tone: 'busy' },
  paused: { label: 'Paused', tone: 'draft' },
  done: { label: 'Done', tone: 'on' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Stopped', tone: 'off' },
  undoing: { label: 'Undoing', tone: 'busy' },
  undone: { label: 'Undone', tone: 'off' },
}

/** Is there more to come by itself? */
export const isOpen = ({ status }: Pick<Import, 'status'>) =>
  status === 'queued' || status === 'running' || status === 'undoing'

/** Can it still be stopped? */
export const canStop = ({ status }: Pick<Import, 'status'>) =>
  status === 'queued' || status === 'running' || status === 'paused'

/** How an encoding is called by people. */
export const ENCODINGS: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  macintosh: 'Old Mac',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
}

/** What parts the values, in words. */
export const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const

/** The kinds of new fields. */
export const KINDS = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'date', label: 'Date' },
  { value: 'date-time', label: 'Date and time' },
] as const

/** The stages of putting an import together, in order. */
export const STAGES = [
  { name: 'upload', label: 'Upload' },
  { name: 'map', label: 'Map columns' },
  { name: 'options', label: 'Options' },
  { name: 'review', label: 'Review' },
] as const
export type StageName = (typeof STAGES)[number]['name']
