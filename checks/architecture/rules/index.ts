import type { Finding, Project } from '../project.ts'
import { doorsOnly, downOnly, sidesApart } from './imports.ts'
import { finished, noMachinePaths, smallEnough, tellingNames, toldFeatures } from './shape.ts'
import { ownNames } from './statements.ts'
import { ownTables, tablesSay } from './tables.ts'

/** All rules that need nothing but the text of the repository. */
export const RULES: Record<string, (project: Project) => Finding[]> = {
  downOnly,
  doorsOnly,
  sidesApart,
  smallEnough,
  tellingNames,
  toldFeatures,
  noMachinePaths,
  finished,
  tablesSay,
  ownTables,
  ownNames,
}
