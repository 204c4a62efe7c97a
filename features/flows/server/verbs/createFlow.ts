import type { House } from '@millrace/kit/server'
import { type Flow, UNNAMED_FLOW } from '../../contract/index.ts'
import { insertFlow } from '../copy/drawFlow.ts'
import type { Editor } from './editFlow.ts'
import { readFlow } from './readFlow.ts'

const EMPTY = {
  objectType: 'person',
  color: null,
  data: { canEnterOnce: false, canEnterOncePerPeriod: null },
} as const

/** Makes an empty flow that is switched off. */
export const createFlow = (house: House, editor: Editor, name: string | undefined): Promise<Flow> =>
  house.db.account(editor.accountId, async (tx) =>
    readFlow(tx, editor.accountId, await insertFlow(tx, house, editor, { ...EMPTY, name: name || UNNAMED_FLOW })),
  )
