export { type PeopleDoor, peopleDoor } from './door.ts'
export { nameOf, PERSON_COLUMNS, type PersonRow, toPerson } from './rules/personShape.ts'
export type { PersonTag } from './tags/movePersonTags.ts'
export type { Upserted, UpsertItem, UpsertOptions } from './upsert/item.ts'
