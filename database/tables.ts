/** Row types, generated from the schema; `npm run build -- tables` writes this file. */
// biome-ignore lint/suspicious/noExplicitAny: replaced by the generator
export type Tables = Record<string, any>
