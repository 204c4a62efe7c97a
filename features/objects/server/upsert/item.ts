/**
 * An object to be made or changed: by id, then external ID; without either it is new. Fields are the schema's, by name; null
 * empties. An external ID of null takes it away from an object named by id.
 */
export type ObjectItem = {
  id?: number | null
  externalId?: string | number | null
  fields: Record<string, unknown>
}

/** Who says so, and what may happen. */
export type ObjectOptions = {
  /** Where it comes from: `manual`, `api`, `ingest`, … */
  source: string
  /** Whether unknown fields are made; else they are refused. */
  createFields: boolean
  /** `refuse` makes new objects only: an external ID that is taken refuses. `leave` does not change those there are. */
  existing?: 'update' | 'refuse' | 'leave'
  /** Answers refused items one by one in `refusal` and takes the rest; without it one refusal refuses all. */
  isPartial?: boolean
}

/** What became of an item. `objectId` is 0 exactly where there is a `refusal`. */
export type UpsertedObject = { objectId: number; created: boolean; changedFields: string[]; refusal?: string }
