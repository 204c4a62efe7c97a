import type { House } from '@millrace/kit/server'
import { type Flow, UNNAMED_FLOW } from '../../contract/index.ts'
import { insertFlow } from '../copy/drawFlow.ts'
import type { FlowDoors } from '../doors.ts'
import type { Editor } from './editFlow.ts'
import { readFlow } from './readFlow.ts'

const EMPTY = { color: null, data: { canEnterOnce: false, canEnterOncePerPeriod: null } } as const

type Wanted = { name: string | undefined; objectType: string }

/** Makes an empty flow that is switched off; 404 where there is no such kind of objects, 402 where the plan does not cover it. */
export const createFlow = (
  house: House,
  doors: FlowDoors,
  editor: Editor,
  { name, objectType }: Wanted,
): Promise<Flow> =>
  house.db.account(editor.accountId, async (tx) => {
    const kind = await doors.kindNamed(tx, editor.accountId, objectType)
    await doors.mayTakeKind(tx, editor.accountId, kind.id)
    const head = { ...EMPTY, name: name || UNNAMED_FLOW, objectType: kind.name, kindId: kind.id }
    return readFlow(tx, editor.accountId, await insertFlow(tx, house, editor, head))
  })
