import { type Finding, isTest, type Project, placeOf } from '../project.ts'

const CLASSES = ['tenant', 'reference', 'local']

/** Owner feature of every table, read from the `comment on table` lines of the migrations. */
export const ownersOf = (project: Project): Map<string, { owner: string; kind: string }> => {
  const owners = new Map<string, { owner: string; kind: string }>()
  for (const [path, text] of project.texts) {
    if (!path.startsWith('database/migrations/')) continue
    for (const [, table = '', kind = '', owner = ''] of text.matchAll(
      /comment on table (\w+) is '(\w+); feature (\w+)/gi,
    )) {
      owners.set(table, { owner, kind })
    }
  }
  return owners
}

/** Every table says whose it is and of which class; account data stands behind the wall. */
export const tablesSay = (project: Project): Finding[] => {
  const owners = ownersOf(project)
  const all = [...project.texts]
    .filter(([path]) => path.startsWith('database/migrations/'))
    .map(([, text]) => text)
    .join('\n')
  const findings: Finding[] = []
  for (const [path, text] of project.texts) {
    if (!path.startsWith('database/migrations/')) continue
    for (const [, table = ''] of text.matchAll(/^create table (?:if not exists )?(\w+)(?! partition of)\s*\(/gim)) {
      const told = owners.get(table)
      if (!told || !CLASSES.includes(told.kind)) {
        findings.push({
          rule: 'tables',
          path,
          advice: `Say of ${table}: comment on table ${table} is 'tenant|reference|local; feature <owner>'.`,
        })
      } else if (told.kind === 'tenant' && !new RegExp(`millrace_wall\\('${table}'\\)`).test(all)) {
        findings.push({
          rule: 'tables',
          path,
          advice: `Put ${table} behind row-level security: select millrace_wall('${table}').`,
        })
      }
    }
  }
  return findings
}

const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|copy|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?"?([a-z_]+)"?/gi
const KYSELY_WRITES = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)/g

const writerOf = (path: string) => {
  if (path.startsWith('kit/')) return 'kit'
  return placeOf(path).feature
}

/** Rule 5: a feature writes its own tables only. */
export const ownTables = (project: Project): Finding[] => {
  const owners = ownersOf(project)
  const findings: Finding[] = []
  for (const file of project.files) {
    const writer = writerOf(file.path)
    if (!writer || isTest(file.path)) continue
    for (const pattern of [WRITES, KYSELY_WRITES]) {
      for (const match of file.text.matchAll(pattern)) {
        const table = match[1] ?? ''
        const told = owners.get(table)
        if (!told || told.owner === writer) continue
        const line = file.text.slice(0, match.index).split('\n').length
        findings.push({
          rule: 'own tables',
          path: file.path,
          line,
          advice: `${writer} writes ${table}, which belongs to ${told.owner}: call a function of @millrace/${told.owner}/server instead.`,
        })
      }
    }
  }
  return findings
}
