import { parseSync } from 'oxc-parser'
import type { Plugin } from 'vite'

/** What a browser needs to know of a call; its schemas, words for the docs and limits are the server's. */
const NEEDED = new Set(['method', 'path', 'bodyType', 'stream', 'status', 'fail'])

/** What of a step type is the server's: what checks its settings, and what the engine asks. */
const SERVERS = new Set(['values', 'problems', 'watches', 'asks', 'outputs'])

const isCut: Record<string, (name: string) => boolean> = {
  call: (name) => !NEEDED.has(name),
  stepType: (name) => SERVERS.has(name),
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { start: number; end: number; text: string }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

const visit = (node: Node, seen: (node: Node) => void) => {
  seen(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, seen)
  }
}

type Property = Node & { key: { name?: string } }

/** Takes what a browser does not need out of every `call({ … })` and `stepType({ … })`. */
const cutsOf = (program: Node, code: string): Edit[] => {
  const cuts: Edit[] = []
  visit(program, (node) => {
    const { callee, arguments: given } = node as { callee?: { name?: string }; arguments?: Node[] }
    const isOut = isCut[callee?.name ?? '']
    if (node.type !== 'CallExpression' || !isOut || given?.[0]?.type !== 'ObjectExpression') return
    for (const property of given[0].properties as Property[]) {
      if (property.type !== 'Property' || !isOut(property.key.name ?? '')) continue
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
      cuts.push({ start: property.start, end: property.end + comma, text: '' })
    }
  })
  return cuts
}

type Declared = { init?: Node | null }

const declaredIn = (statement: Node): Declared[] => {
  const inner = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement
  return inner?.type === 'VariableDeclaration' ? (inner.declarations as Declared[]) : []
}

/** Marks what a contract computes at its top as droppable: a chain of zod calls counts as having effects otherwise. */
const marksOf = (program: Node): Edit[] =>
  (program.body as Node[]).flatMap(declaredIn).flatMap(({ init }) => {
    if (!init || !['CallExpression', 'ObjectExpression', 'TSAsExpression', 'TSSatisfiesExpression'].includes(init.type))
      return []
    return [
      { start: init.start, end: init.start, text: '/*@__PURE__*/ (() => (' },
      { start: init.end, end: init.end, text: '))()' },
    ]
  })

/** The source of a contract or a step type with its calls and step types reduced to what a browser needs, and its schemas left out where nothing uses them. */
export const leanContract = (code: string, file: string): string => {
  const program = parseSync(file, code).program as unknown as Node
  return [...cutsOf(program, code), ...marksOf(program)]
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}

/** Leaves the schemas of calls and of steps' settings, and with them all of zod, out of what browsers fetch. */
export const leanContracts = (): Plugin => ({
  name: 'lean-contracts',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]contract[\\/][^?]*\.ts$|\.step\.ts$/ },
    handler: (code, id) => leanContract(code, id),
  },
})
