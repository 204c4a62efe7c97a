import { type Finding, isTest, type Project } from '../project.ts'

/**
 * A name stands for one statement. A connection that has prepared one refuses another of the same name, so that calls fail now
 * and then, by which connection they get.
 */
export const ownNames = (project: Project): Finding[] => {
  const known = new Map<string, { path: string; line: number; sql: string }>()
  const findings: Finding[] = []
  for (const { path, statements } of project.files) {
    if (isTest(path)) continue
    for (const { name, sql, line } of statements) {
      const first = known.get(name)
      if (!first) known.set(name, { path, line, sql })
      else if (first.path !== path || first.sql !== sql) {
        findings.push({
          rule: 'names of statements',
          path,
          line,
          advice: `"${name}" names a statement in ${first.path}:${first.line} already: give this one a name of its own.`,
        })
      }
    }
  }
  return findings
}
