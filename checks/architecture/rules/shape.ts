import { type Finding, isTest, type Project } from '../project.ts'

const MOST_LINES = 400
const MOST_TEST_LINES = 400
const MOST_FUNCTION_LINES = 80

const isGenerated = (path: string) => path === 'database/tables.ts'

/** Rule 7: files and functions stay small enough to be read at once. */
export const smallEnough = (project: Project): Finding[] => {
  const findings: Finding[] = []
  for (const file of project.files) {
    if (isGenerated(file.path)) continue
    const most = isTest(file.path) ? MOST_TEST_LINES : MOST_LINES
    if (file.lines > most) {
      findings.push({
        rule: 'size',
        path: file.path,
        advice: `${file.lines} lines; the stop is ${most}. Split it by what its parts do.`,
      })
    }
    if (isTest(file.path)) continue
    for (const { name, line, lines } of file.functions) {
      if (lines <= MOST_FUNCTION_LINES || file.path.endsWith('.tsx')) continue
      findings.push({
        rule: 'size',
        path: file.path,
        line,
        advice: `${name} has ${lines} lines; the stop is ${MOST_FUNCTION_LINES}. Give its steps names of their own.`,
      })
    }
  }
  return findings
}

const VAGUE = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'types', 'lib', 'misc'])

/** Names say what is inside: no drawer for everything. */
export const tellingNames = (project: Project): Finding[] => {
  const findings: Finding[] = []
  for (const path of project.texts.keys()) {
    const vague = path
      .split('/')
      .map((part) => part.replace(/\.(test\.)?\w+$/, ''))
      .find((part) => VAGUE.has(part.toLowerCase()))
    if (vague) findings.push({ rule: 'names', path, advice: `"${vague}" says nothing: name it after what it does.` })
  }
  return findings
}

/** Every feature tells what it is for, its words and its promises. */
export const toldFeatures = (project: Project): Finding[] =>
  project.packages
    .filter(({ folder }) => folder.startsWith('features/') && !project.texts.has(`${folder}/README.md`))
    .map(({ folder }) => ({
      rule: 'told',
      path: folder,
      advice: `Write ${folder}/README.md: what it is for, its words (use / avoid), promises it keeps.`,
    }))

const MACHINE_PATHS = /(?:^|[\s"'`(=])\/(?:work|root|home|Users)\/[\w.-]+/

/** The repository names no machine's folders. */
export const noMachinePaths = (project: Project): Finding[] => {
  const findings: Finding[] = []
  for (const [path, text] of project.texts) {
    const line = text.split('\n').findIndex((row) => MACHINE_PATHS.test(row))
    if (line >= 0 && !path.startsWith('checks/architecture/')) {
      findings.push({
        rule: 'no machine paths',
        path,
        line: line + 1,
        advice: 'Name the file relative to the repository; this path exists on one machine only.',
      })
    }
  }
  return findings
}

const UNFINISHED = /\b(TODO|FIXME|XXX)\b|\b(?:it|test|describe)\.(?:skip|only|todo)\b|@ts-(?:ignore|nocheck)/

/** No mark of unfinished work and no test that is switched off. */
export const finished = (project: Project): Finding[] => {
  const findings: Finding[] = []
  for (const file of project.files) {
    if (file.path.startsWith('checks/architecture/')) continue
    file.text.split('\n').forEach((row, index) => {
      if (!UNFINISHED.test(row)) return
      findings.push({
        rule: 'finished',
        path: file.path,
        line: index + 1,
        advice: 'Finish it, or write down in docs/decisions who will and why not now.',
      })
    })
  }
  return findings
}
