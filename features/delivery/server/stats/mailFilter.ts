/** What figures can be told by. */
export type By = 'emailId' | 'flowId' | 'stepId' | 'broadcastId' | 'variantId'

/** Which mail is counted; all where nothing is named. */
export type MailFilter = { [key in By]?: readonly number[] | undefined }

/** The columns that say what mail was sent for. */
export const COLUMNS: Record<By, string> = {
  emailId: 'email_id',
  flowId: 'flow_id',
  stepId: 'step_id',
  broadcastId: 'broadcast_id',
  variantId: 'variant_id',
}

/** Everything that mail can be told by, in the order of its parameters. */
export const KINDS = Object.keys(COLUMNS) as By[]

const some = (ids: readonly number[] | undefined) => (ids?.length ? ids : null)

/** True where nothing is named: the sum of all mail is kept as rows of its own. */
export const isOfAll = (filter: MailFilter): boolean => KINDS.every((kind) => !some(filter[kind]))

/** What a filter asks of rows `c`, as conditions whose parameters begin at `at`. */
export const named = (filter: MailFilter, at: number): string =>
  KINDS.map((kind, index) =>
    some(filter[kind]) ? ` and c.${COLUMNS[kind]} = any($${at + index}::bigint[])` : '',
  ).join('')

/** Parameters that a filter does not use must still have a type. */
export const typed = (at: number): string => KINDS.map((_kind, index) => `$${at + index}::bigint[]`).join(', ')

/** The parameters themselves. */
export const idsOf = (filter: MailFilter): (readonly number[] | null)[] => KINDS.map((kind) => some(filter[kind]))
