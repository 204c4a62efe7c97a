import { type Finding, isTest, type Package, type Project, placeOf, resolveRelative } from '../project.ts'

/** The features, lowest first: each may use only those before it. */
export const ORDER = [
  'access',
  'accounts',
  'billing',
  'folders',
  'people',
  'objects',
  'events',
  'segments',
  'imports',
  'emails',
  'preferences',
  'delivery',
  'broadcasts',
  'forms',
  'services',
  'flows',
  'metrics',
  'writer',
  'onboarding',
  'admin',
]

const byName = (project: Project) => new Map(project.packages.map((pack) => [pack.name, pack]))

const doorOf = (from: string) => {
  const [, name = '', ...rest] = from.split('/')
  return { name, door: rest.length ? `./${rest.join('/')}` : '.' }
}

const mayUse = (feature: string | undefined, path: string, name: string, packages: Map<string, Package>) => {
  if (path.startsWith('app/') || path.startsWith('checks/') || path.startsWith('tools/')) return true
  if (path.startsWith('kit/')) return name === 'database' || name === 'kit'
  if (!feature) return name === 'kit'
  return name === feature || packages.get(feature)?.uses.includes(name) === true
}

/** Rule 1: imports run downward, along what each feature's package.json names. */
export const downOnly = (project: Project): Finding[] => {
  const packages = byName(project)
  const findings: Finding[] = []
  for (const file of project.files) {
    const { feature } = placeOf(file.path)
    for (const { from, line } of file.imports) {
      if (!from.startsWith('@millrace/')) continue
      const { name } = doorOf(from)
      if (mayUse(feature, file.path, name, packages)) continue
      const advice = feature
        ? `${feature} may not import ${from}: name @millrace/${name} in features/${feature}/package.json if it is lower in the order; if it is higher, record a change or declare a port that app/ plugs in.`
        : `${file.path.split('/')[0]} knows no feature: take what you need as a parameter instead of importing ${from}.`
      findings.push({ rule: 'down only', path: file.path, line, advice })
    }
  }
  for (const { folder, name, uses } of project.packages) {
    if (!folder.startsWith('features/')) continue
    const own = ORDER.indexOf(name)
    if (own < 0)
      findings.push({
        rule: 'down only',
        path: folder,
        advice: `Give ${name} its place in ORDER of checks/architecture/rules/imports.ts.`,
      })
    for (const used of uses) {
      if (used === 'kit' || ORDER.indexOf(used) < own) continue
      findings.push({
        rule: 'down only',
        path: `${folder}/package.json`,
        advice: `${name} stands below ${used}: remove the dependency and let ${used} use ${name}, by a change or a port.`,
      })
    }
  }
  return findings
}

/** Rule 2: features meet at their doors; nothing reaches past one. */
export const doorsOnly = (project: Project): Finding[] => {
  const packages = byName(project)
  const findings: Finding[] = []
  for (const file of project.files) {
    for (const { from, line } of file.imports) {
      if (from.startsWith('.')) {
        const target = resolveRelative(file.path, from)
        const here = file.path
          .split('/')
          .slice(0, file.path.startsWith('features/') ? 2 : 1)
          .join('/')
        const there = target
          .split('/')
          .slice(0, target.startsWith('features/') ? 2 : 1)
          .join('/')
        if (here === there || !/^(features|kit)\//.test(`${there}/`)) continue
        findings.push({
          rule: 'doors only',
          path: file.path,
          line,
          advice: `${from} reaches into ${there}: import the door @millrace/${there.split('/').pop()}/… instead.`,
        })
      } else if (from.startsWith('@millrace/')) {
        const { name, door } = doorOf(from)
        const doors = packages.get(name)?.doors ?? []
        if (
          doors.some((known) => known === door || (known.includes('*') && door.startsWith(known.split('*')[0] ?? '')))
        )
          continue
        findings.push({
          rule: 'doors only',
          path: file.path,
          line,
          advice: `${from} is no door of ${name}: export what you need from one of ${doors.join(', ') || 'its doors'}.`,
        })
      }
    }
  }
  return findings
}

const SIDES: Record<string, readonly string[]> = {
  contract: ['contract'],
  server: ['contract', 'server', 'jobs', 'postgres'],
  web: ['contract', 'web'],
}

const sideOfImport = (path: string, from: string) => {
  if (from.startsWith('@millrace/')) return from.split('/')[2]
  const target = from.startsWith('.') ? resolveRelative(path, from) : ''
  return target.startsWith('features/') ? target.split('/')[2] : undefined
}

/** Rule 3: contracts import contracts, servers contracts and servers, webs contracts and webs. */
export const sidesApart = (project: Project): Finding[] => {
  const findings: Finding[] = []
  for (const file of project.files) {
    const { side = '' } = placeOf(file.path)
    const allowed = SIDES[side]
    if (!allowed || isTest(file.path)) continue
    for (const { from, line } of file.imports) {
      const other = sideOfImport(file.path, from)
      if (!other || allowed.includes(other) || !(other in SIDES || ['testing', 'jobs', 'postgres'].includes(other)))
        continue
      findings.push({
        rule: "sides don't mix",
        path: file.path,
        line,
        advice: `${side} imports ${other} (${from}): move what both need into the contract.`,
      })
    }
    for (const { from, line } of file.imports) {
      if (side !== 'server' && from.startsWith('node:')) {
        findings.push({
          rule: "sides don't mix",
          path: file.path,
          line,
          advice: `${side} also runs in the browser, where ${from} is not: move this to the server.`,
        })
      }
    }
  }
  return findings
}
