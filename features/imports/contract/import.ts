import { FieldFormat, FieldType } from '@millrace/people/contract'
import { z } from 'zod'

/** What happens to people that are there already. */
export const Strategy = z.enum(['update', 'ignore'])
export type Strategy = z.infer<typeof Strategy>

/** Day first or month first, in dates that are not written year first. */
export const DateOrder = z.enum(['dmy', 'mdy'])
export type DateOrder = z.infer<typeof DateOrder>

/** How the bytes of a file are to be read. */
export const Encoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'macintosh'])
export type Encoding = z.infer<typeof Encoding>

/** What parts the values of a row. */
export const Delimiter = z.enum([',', ';', '\t', '|'])
export type Delimiter = z.infer<typeof Delimiter>

/** Where a column goes: a person field by its name, made with this title and type where it is new. */
export const Target = z.object({
  field: z.string().min(1).max(255),
  title: z.string().max(255).optional(),
  type: FieldType.optional(),
  format: FieldFormat.nullish(),
  /** How dates like 01/02/2026 are meant. */
  dates: DateOrder.optional(),
})
export type Target = z.infer<typeof Target>

/** Where each column goes, by the column's header as the preview names it; columns that are absent are left out. */
export const FieldMapping = z.record(z.string(), z.union([z.string().min(1).max(255), Target]))
export type FieldMapping = z.infer<typeof FieldMapping>

/** queued → running ⇄ paused → done | failed | canceled → undoing → undone. */
export const ImportStatus = z.enum(['queued', 'running', 'paused', 'done', 'failed', 'canceled', 'undoing', 'undone'])
export type ImportStatus = z.infer<typeof ImportStatus>

/** A kind of refusal, how many rows it is about, and the line of the first. */
export const RefusalReason = z.object({ reason: z.string(), count: z.number(), line: z.number() })
export type RefusalReason = z.infer<typeof RefusalReason>

/** How far taking back an import is, and what became of the people that it touched. */
export const Undo = z.object({
  /** People that the import had made or changed. */
  total: z.number(),
  /** People that it had made, and who are gone again. */
  removed: z.number(),
  /** People that it had changed, and who are as they were before. */
  restored: z.number(),
  /** People who were left as they are, wholly or in part, because something else touched them since. */
  kept: z.number(),
  /** Of those kept: who has become one with another person since. */
  merged: z.number(),
})
export type Undo = z.infer<typeof Undo>

/** One file of people on its way in. */
export const Import = z.object({
  id: z.number(),
  name: z.string(),
  peopleFileKey: z.string(),
  /** Rows of people in the file. */
  numPeople: z.number(),
  fieldMapping: FieldMapping,
  tags: z.array(z.string()),
  existingPeopleStrategy: Strategy,
  status: ImportStatus,
  /** Rows that were dealt with so far, and how. */
  processed: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** Rows a second, while it runs. */
  speed: z.number(),
  /** Why rows were refused, the most frequent kinds first. */
  reasons: z.array(RefusalReason),
  /** Why it failed. */
  error: z.string().nullable(),
  /** Until when it can be taken back; null where it cannot. */
  undoUntil: z.string().nullable(),
  /** What taking it back has come to; null where nobody has begun. */
  undo: Undo.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type Import = z.infer<typeof Import>

/** What an import would do, found out by reading the whole file; nobody is made or changed. */
export const ImportCheck = z.object({
  id: z.number(),
  status: ImportStatus,
  numPeople: z.number(),
  processed: z.number(),
  /** Rows that would make a person, change one, or change nothing. */
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  /** Rows about somebody who stands further up in the file: they come on top of what that row says. */
  repeated: z.number(),
  refused: z.number(),
  speed: z.number(),
  reasons: z.array(RefusalReason),
  error: z.string().nullable(),
})
export type ImportCheck = z.infer<typeof ImportCheck>

/** A person whom taking back left as they are, and why. */
export const KeptPerson = z.object({ personId: z.number(), email: z.string().nullable(), message: z.string() })
export type KeptPerson = z.infer<typeof KeptPerson>

/** A column of an uploaded file: its header (made distinct), the first values, and where it probably goes. */
export const Column = z.object({
  header: z.string(),
  samples: z.array(z.string()),
  /** How many of the first rows have a value. */
  filled: z.number(),
  guess: Target.extend({ isNew: z.boolean() }).nullable(),
})
export type Column = z.infer<typeof Column>

/** What an uploaded file looks like. */
export const Preview = z.object({
  fileName: z.string(),
  encoding: Encoding,
  delimiter: Delimiter,
  /** Whether the first row names the columns. */
  hasHeader: z.boolean(),
  columns: z.array(Column),
  rows: z.array(z.array(z.string())),
  numPeople: z.number(),
  /** The file is so large that its people were not counted, but reckoned by its size. */
  isReckoned: z.boolean(),
  /** What is odd about the file, in sentences. */
  warnings: z.array(z.string()),
})
export type Preview = z.infer<typeof Preview>

/** A row that was not taken, and why. */
export const RefusedRow = z.object({ line: z.number(), message: z.string(), values: z.array(z.string()) })
export type RefusedRow = z.infer<typeof RefusedRow>

/** The largest file in bytes. */
export const LARGEST_FILE = 200 * 1024 * 1024

/** For so many days an import can be taken back, and its file is kept. */
export const UNDO_DAYS = 30
