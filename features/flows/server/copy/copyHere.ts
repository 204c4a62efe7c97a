import { rewriteRefs, stepTypeOf } from '../../contract/index.ts'
import { kindOfFlow } from '../subjects/subjects.ts'
import { readFlow } from '../verbs/readFlow.ts'
import { drawRest, drawSteps, insertFlow, writeSettings } from './drawFlow.ts'
import { packSteps } from './packFlow.ts'
import type { Unpacking } from './unpackFlow.ts'

/** Copies a flow beside itself: it sends the same mails and asks for the same segments; its own goals become the copy's. */
export const copyHere = async (at: Unpacking, sourceId: number, name: string): Promise<number> => {
  const { tx, house, doors, editor } = at
  const { accountId } = editor
  const source = packSteps(await readFlow(tx, accountId, sourceId))
  const kindId = (await kindOfFlow(tx, accountId, sourceId))?.kindId ?? 0
  await doors.mayTakeKind(tx, accountId, kindId)
  const flowId = await insertFlow(tx, house, editor, { ...source, name, kindId })
  const place = { accountId, flowId }
  const now = house.clock.now()
  const steps = await drawSteps(tx, now, place, source.steps)
  const goal = (id: number) => steps.get(id) ?? id
  const settings = source.steps.map(
    (step) => [steps.get(step.id) ?? 0, rewriteRefs(stepTypeOf(step), step.values, { goal })] as const,
  )
  await writeSettings(tx, place, new Map(settings))
  await drawRest(tx, now, place, source, steps)
  return flowId
}
