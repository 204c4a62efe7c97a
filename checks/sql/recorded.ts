import { existsSync, globSync, readFileSync } from 'node:fs'
import { lintSql } from './lint.ts'

/** A statement that says `/* across accounts: why *\/` may look over accounts, to find whose work is due. */
const ACROSS = /\/\*\s*across accounts:/

type Recorded = { file: string; statements: string[]; named?: Record<string, string[]> }

/** Names of the tenant tables, read from the schema's comments. */
export const tenantTables = (schema: string): Set<string> =>
  new Set([...schema.matchAll(/comment on table (?:public\.)?(\w+) is 'tenant;/gi)].map(([, name = '']) => name))

/** What the statements that the tests sent have against the rules, as `file: finding` with the statement. */
export const lintRecorded = async (recorded: readonly Recorded[], tenants: ReadonlySet<string>): Promise<string[]> => {
  const told = new Map<string, string>()
  for (const { file, statements } of recorded) {
    for (const sql of statements) {
      if (told.has(sql)) continue
      const findings = (await lintSql(sql, tenants)).filter(
        (finding) => !(ACROSS.test(sql) && /at its own level/.test(finding)),
      )
      told.set(
        sql,
        findings.length ? `${file}: ${findings.join('; ')}\n    ${sql.replace(/\s+/g, ' ').slice(0, 400)}` : '',
      )
    }
  }
  return [...told.values()].filter(Boolean)
}

/**
 * Names that stand for more than one statement. A connection that has prepared the one refuses the other, so that a call
 * fails now and then, by which connection it gets.
 */
export const namedTwice = (recorded: readonly Recorded[]): string[] => {
  const texts = new Map<string, Map<string, string>>()
  for (const { file, named = {} } of recorded) {
    for (const [name, sqls] of Object.entries(named)) {
      const known = texts.get(name) ?? new Map<string, string>()
      for (const sql of sqls) if (!known.has(sql)) known.set(sql, file)
      texts.set(name, known)
    }
  }
  return [...texts]
    .filter(([, known]) => known.size > 1)
    .map(([name, known]) => {
      const all = [...known].map(([sql, file]) => `    ${file}: ${sql.replace(/\s+/g, ' ').slice(0, 200)}`)
      return `"${name}" names ${known.size} statements: give each a name of its own.\n${all.join('\n')}`
    })
}

/** Reads what the server tests kept. */
export const readRecorded = (folder: string): Recorded[] =>
  existsSync(folder)
    ? globSync(`${folder}/*.json`).map((path) => JSON.parse(readFileSync(path, 'utf8')) as Recorded)
    : []
