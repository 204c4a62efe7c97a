export { type Compiled, compileConditions, predicate } from './compile/compileConditions.ts'
export type { Dictionary, GoalSql } from './compile/dictionary.ts'
export { loadDictionary } from './loadDictionary.ts'
export { matches } from './matches.ts'
