import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** One import of a file: what it names and where. */
export type Import = { from: string; line: number; isType: boolean }

/** One function of a file and how long it is. */
export type FunctionSpan = { name: string; line: number; lines: number }

/** A statement that is sent under a name: the name, and the text or the constant that holds it. */
export type NamedStatement = { name: string; sql: string; line: number }

/** One source file, read once for all rules. */
export type SourceFile = {
  path: string
  text: string
  lines: number
  imports: Import[]
  functions: FunctionSpan[]
  statements: NamedStatement[]
}

/** What a workspace says of itself. */
export type Package = { folder: string; name: string; doors: string[]; uses: string[] }

/** The repository as the rules see it. */
export type Project = { files: SourceFile[]; packages: Package[]; texts: Map<string, string> }

/** Something that breaks a rule, with a sentence that says what to do instead. */
export type Finding = { rule: string; path: string; line?: number; advice: string }

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

const lineCounter = (text: string) => {
  const starts = [0]
  for (let i = 0; i < text.length; i++) if (text[i] === '\n') starts.push(i + 1)
  return (offset: number) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

const sourceOf = (node: Node): string | undefined => {
  const source = node.source as { value?: unknown } | undefined
  return typeof source?.value === 'string' ? source.value : undefined
}

const STATEMENT_NAME = /^[a-z]+(-[a-z0-9]+)*$/

const nameIn = (argument: Node | undefined) => {
  const name = argument?.type === 'Literal' ? argument.value : undefined
  return typeof name === 'string' && STATEMENT_NAME.test(name) ? name : undefined
}

/** A call with SQL (a constant in capitals, or the text itself) among its arguments and a name as the last of them. */
const namedStatement = (node: Node, text: string): Omit<NamedStatement, 'line'> | undefined => {
  if (node.type !== 'CallExpression') return undefined
  const given = node.arguments as Node[]
  const name = nameIn(given.at(-1))
  if (!name) return undefined
  const sql = given
    .slice(0, -1)
    .map(({ start, end }) => text.slice(start, end))
    .find(
      (told) =>
        /^([A-Z][A-Z0-9_]+$|['"`]\s*(select|insert|update|delete|with|set)\b)/i.test(told) &&
        /[A-Z`'"]/.test(told[0] ?? ''),
    )
  return sql ? { name, sql } : undefined
}

/** Reads imports, functions and named statements of a TypeScript text. */
export const readSource = (path: string, text: string): SourceFile => {
  const { program } = parseSync(path, text)
  const lineAt = lineCounter(text)
  const imports: Import[] = []
  const functions: FunctionSpan[] = []
  const statements: NamedStatement[] = []
  const visit = (node: Node, name: string) => {
    const from = /^(Import|Export)/.test(node.type) ? sourceOf(node) : undefined
    if (from) {
      imports.push({ from, line: lineAt(node.start), isType: node.importKind === 'type' || node.exportKind === 'type' })
    }
    const statement = namedStatement(node, text)
    if (statement) statements.push({ ...statement, line: lineAt(node.start) })
    const own = (node.id as { name?: string } | undefined)?.name ?? (node.key as { name?: string } | undefined)?.name
    if (FUNCTIONS.has(node.type)) {
      const line = lineAt(node.start)
      functions.push({ name: own ?? name, line, lines: lineAt(node.end) - line + 1 })
    }
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) for (const item of value) isNode(item) && visit(item, own ?? name)
      else if (isNode(value)) visit(value, own ?? name)
    }
  }
  visit(program as unknown as Node, '(unnamed)')
  return { path, text, lines: text.split('\n').length, imports, functions, statements }
}

const isSource = (path: string) => /\.(ts|tsx)$/.test(path) && !/\.d\.ts$/.test(path)

/** A project from file texts by path; tests plant small ones. */
export const projectOf = (texts: Map<string, string>): Project => {
  const files = [...texts].filter(([path]) => isSource(path)).map(([path, text]) => readSource(path, text))
  const packages = [...texts]
    .filter(([path]) => /^(features\/[^/]+|kit|app|database)\/package\.json$/.test(path))
    .map(([path, text]) => {
      const {
        name,
        exports = {},
        dependencies = {},
      } = JSON.parse(text) as Record<string, Record<string, string>> & {
        name: string
      }
      const uses = Object.keys(dependencies).map((dependency) => dependency.replace('@millrace/', ''))
      return { folder: dirname(path), name: name.replace('@millrace/', ''), doors: Object.keys(exports), uses }
    })
  return { files, packages, texts }
}

/** The checked-out repository: what git tracks or would track. */
export const readProject = (root: string): Project => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const texts = new Map<string, string>()
  for (const path of new Set(listed.split('\n').filter(Boolean))) {
    if (!/\.(ts|tsx|mjs|cjs|sql|css|md|json|html|sh)$/.test(path) || path === 'package-lock.json') continue
    try {
      texts.set(path, readFileSync(join(root, path), 'utf8'))
    } catch (error) {
      // A tracked file that was deleted and not yet committed is not part of the project.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return projectOf(texts)
}

/** Where a relative import of `path` points, as a repository path. */
export const resolveRelative = (path: string, from: string): string => normalize(join(dirname(path), from))

/** The feature and the side (contract, server, web …) that a path belongs to. */
export const placeOf = (path: string): { feature?: string; side?: string } => {
  const [top, feature, side] = path.split('/')
  return top === 'features' ? { feature, side } : {}
}

/** Whether a file is a test or serves tests only. */
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || /^checks\//.test(path) || /\/testing\//.test(path)
