import { loadModule, parse } from 'libpg-query'

type Ast = { [key: string]: unknown }
type Quals = { pairs: [string, string][]; held: Set<string> }
type Table = { name: string; alias: string }

const VOLATILE = new Set([
  'random',
  'clock_timestamp',
  'gen_random_uuid',
  'nextval',
  'timeofday',
  'statement_timestamp',
  'set_config',
])
const DEPENDS_ON_NOW = new Set([...VOLATILE, 'now'])
const NESTED = [
  'targetList',
  'fromClause',
  'usingClause',
  'whereClause',
  'havingClause',
  'valuesLists',
  'sortClause',
  'groupClause',
  'returningList',
  'limitCount',
]

const asAst = (value: unknown): Ast | undefined =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Ast) : undefined
const asList = (value: unknown): Ast[] => (Array.isArray(value) ? (value as Ast[]) : [])
const kindOf = (node: Ast): string => Object.keys(node)[0] ?? ''
const inner = (node: unknown, kind: string): Ast | undefined => asAst(asAst(node)?.[kind])

const walk = (node: unknown, visit: (kind: string, value: Ast) => boolean): void => {
  if (Array.isArray(node)) for (const item of node) walk(item, visit)
  else if (node && typeof node === 'object') {
    for (const [kind, value] of Object.entries(node)) {
      if (asAst(value) && !visit(kind, value as Ast)) continue
      walk(value, visit)
    }
  }
}

const withoutCast = (node: unknown): unknown => {
  const cast = inner(node, 'TypeCast')
  return cast ? withoutCast(cast.arg) : node
}
const isConstant = (node: unknown): boolean => {
  const bare = withoutCast(node)
  return inner(bare, 'ParamRef') !== undefined || inner(bare, 'A_Const') !== undefined
}
const columnOf = (node: unknown): { table?: string; column: string } | undefined => {
  const fields = asList(inner(withoutCast(node), 'ColumnRef')?.fields).map(
    (field) => inner(field, 'String')?.sval as string | undefined,
  )
  const column = fields.at(-1)
  return column ? { table: fields.length > 1 ? fields.at(-2) : undefined, column } : undefined
}

const conjuncts = (node: unknown, out: Ast[] = []): Ast[] => {
  const bool = inner(node, 'BoolExpr')
  if (bool?.boolop === 'AND_EXPR') for (const part of asList(bool.args)) conjuncts(part, out)
  else if (asAst(node)) out.push(node as Ast)
  return out
}

/** Finds what would leave its account or not run on a cluster that is distributed by account. */
class Statement {
  readonly findings = new Set<string>()
  private readonly tenants: ReadonlySet<string>
  constructor(tenants: ReadonlySet<string>) {
    this.tenants = tenants
  }

  check(node: Ast, ctes: ReadonlySet<string> = new Set()): void {
    const kind = kindOf(node)
    const body = asAst(node[kind])
    if (!body) return
    if (kind === 'SelectStmt') this.level(body, ctes)
    else if (kind === 'UpdateStmt' || kind === 'DeleteStmt') this.change(body, ctes, kind)
    else if (kind === 'InsertStmt') this.insert(body, ctes)
    else if (kind === 'MergeStmt')
      this.findings.add('MERGE cannot run on a distributed table: use insert … on conflict')
    else if (kind === 'CreateTrigStmt') this.findings.add('no triggers: write what they would do in the statement')
  }

  private withCtes(body: Ast, ctes: ReadonlySet<string>): Set<string> {
    const known = new Set(ctes)
    const clause = asAst(body.withClause)
    if (clause?.recursive) this.findings.add('no WITH RECURSIVE: keep trees in reference tables')
    for (const cte of asList(clause?.ctes)) {
      const expression = inner(cte, 'CommonTableExpr')
      if (!expression) continue
      this.check(expression.ctequery as Ast, known)
      known.add(expression.ctename as string)
    }
    return known
  }

  private level(body: Ast, outer: ReadonlySet<string>, target?: Table): void {
    const ctes = this.withCtes(body, outer)
    if (body.op && body.op !== 'SETOP_NONE') {
      this.level(body.larg as Ast, ctes)
      this.level(body.rarg as Ast, ctes)
      return
    }
    const tables: Table[] = target ? [target] : []
    const parts: Ast[] = []
    this.collect(asList(body.fromClause ?? body.usingClause), tables, parts)
    conjuncts(body.whereClause, parts)
    const own = tables.filter(({ name }) => this.tenants.has(name) && !ctes.has(name))
    this.held(own, parts, body.lockingClause !== undefined)
    this.nested(body, ctes)
  }

  private collect(items: Ast[], tables: Table[], parts: Ast[]): void {
    for (const item of items) {
      const range = inner(item, 'RangeVar')
      if (range)
        tables.push({
          name: range.relname as string,
          alias: (asAst(range.alias)?.aliasname ?? range.relname) as string,
        })
      const join = inner(item, 'JoinExpr')
      if (!join) continue
      this.collect([join.larg as Ast, join.rarg as Ast], tables, parts)
      conjuncts(join.quals, parts)
      const using = asList(join.usingClause).some((column) => inner(column, 'String')?.sval === 'account_id')
      if (using) parts.push({ using: tables.slice(-2).map(({ alias }) => alias) as never })
    }
  }

  private held(own: Table[], parts: Ast[], isLocking: boolean): void {
    if (!own.length) return
    const { pairs, held } = this.quals(own, parts)
    for (let round = 0; round < own.length; round++) {
      for (const [a, b] of pairs) {
        if (held.has(a)) held.add(b)
        if (held.has(b)) held.add(a)
      }
    }
    for (const { name, alias } of own) {
      if (held.has(alias)) continue
      const told = alias === name ? name : `${name} ${alias}`
      this.findings.add(`${told} has no account_id = $n at its own level${isLocking ? ', and it is locked' : ''}`)
    }
  }

  private quals(own: Table[], parts: Ast[]): Quals {
    const pairs: [string, string][] = []
    const held = new Set<string>()
    const tableOf = (node: unknown) => {
      const column = columnOf(node)
      if (column?.column !== 'account_id') return undefined
      return column.table ? own.find(({ alias }) => alias === column.table) : own.length === 1 ? own[0] : undefined
    }
    for (const part of parts) {
      if (Array.isArray(part.using)) pairs.push(part.using as unknown as [string, string])
      const expression = inner(part, 'A_Expr')
      if (expression?.kind !== 'AEXPR_OP' || inner(asList(expression.name)[0], 'String')?.sval !== '=') continue
      const [left, right] = [tableOf(expression.lexpr), tableOf(expression.rexpr)]
      if (left && isConstant(expression.rexpr)) held.add(left.alias)
      else if (right && isConstant(expression.lexpr)) held.add(right.alias)
      else if (left && right) pairs.push([left.alias, right.alias])
    }
    return { pairs, held }
  }

  private nested(body: Ast, ctes: ReadonlySet<string>): void {
    for (const part of NESTED) {
      walk(body[part], (kind, value) => {
        if (kind === 'SubLink') {
          this.check(value.subselect as Ast, ctes)
          return false
        }
        if (kind === 'RangeSubselect') {
          this.check(value.subquery as Ast, ctes)
          return false
        }
        return true
      })
    }
  }

  private change(body: Ast, ctes: ReadonlySet<string>, kind: string): void {
    const relation = asAst(body.relation)
    const name = relation?.relname as string
    const alias = (asAst(relation?.alias)?.aliasname ?? name) as string
    this.level({ ...body, lockingClause: undefined }, ctes, { name, alias })
    if (!this.tenants.has(name)) return
    this.functions([body.targetList, body.whereClause], VOLATILE, `in ${kind === 'UpdateStmt' ? 'UPDATE' : 'DELETE'}`)
    for (const column of asList(body.targetList)) {
      if (kind === 'UpdateStmt' && inner(column, 'ResTarget')?.name === 'account_id')
        this.findings.add(`account_id of ${name} is never updated`)
    }
  }

  private insert(body: Ast, outer: ReadonlySet<string>): void {
    const ctes = this.withCtes(body, outer)
    if (body.selectStmt) this.check(body.selectStmt as Ast, ctes)
    const name = asAst(body.relation)?.relname as string
    if (!this.tenants.has(name)) return
    const columns = asList(body.cols).map((column) => inner(column, 'ResTarget')?.name)
    if (columns.length && !columns.includes('account_id'))
      this.findings.add(`insert into ${name} leaves account_id out`)
    this.functions([asAst(body.onConflictClause)?.targetList], DEPENDS_ON_NOW, 'in DO UPDATE SET: use excluded.…')
  }

  private functions(nodes: unknown[], banned: ReadonlySet<string>, where: string): void {
    walk(nodes, (kind, value) => {
      if (kind === 'SubLink') return false
      const called = kind === 'FuncCall' ? (inner(asList(value.funcname).at(-1), 'String')?.sval as string) : undefined
      if (called && banned.has(called)) this.findings.add(`${called}() ${where}`)
      return true
    })
  }
}

/** What is wrong with a statement's text, as sentences; empty where nothing is. `tenants` are the names of account tables. */
export const lintSql = async (sql: string, tenants: ReadonlySet<string>): Promise<string[]> => {
  await loadModule()
  const { stmts } = (await parse(sql)) as { stmts: { stmt: Ast }[] }
  const statement = new Statement(tenants)
  for (const { stmt } of stmts) statement.check(stmt)
  return [...statement.findings]
}
