import { FieldFormat, FieldType } from '@millrace/people/contract'
import { z } from 'zod'

/** What happens to people that are there already. */
export const Strategy = z.enum(['update', 'ignore'])
export type Strategy = z.infer<typeof Strategy>

/** Day first or month first, in dates that are not written year first. */
export const DateOrder = z.enum(['dmy', 'mdy'])
export type DateOrder = z.infer<typeof DateOrder>

/** How the bytes of a file are to be read. */
export const Encoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250'])
export type Encoding = z.infer<typeof Encoding>

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

/** queued → running → done | failed | canceled. */
export const ImportStatus = z.enum(['queued', 'running', 'done', 'failed', 'canceled'])
export type ImportStatus = z.infer<typeof ImportStatus>

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
  /** Why it failed. */
  error: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type Import = z.infer<typeof Import>

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
  delimiter: z.enum([',', ';', '\t', '|']),
  columns: z.array(Column),
  rows: z.array(z.array(z.string())),
  numPeople: z.number(),
  /** What is odd about the file, in sentences. */
  warnings: z.array(z.string()),
})
export type Preview = z.infer<typeof Preview>

/** What parts the values of a row. */
export type Delimiter = Preview['delimiter']

/** A row that was not taken, and why. */
export const RefusedRow = z.object({ line: z.number(), message: z.string(), values: z.array(z.string()) })
export type RefusedRow = z.infer<typeof RefusedRow>

/** The largest file in bytes. */
export const LARGEST_FILE = 200 * 1024 * 1024
