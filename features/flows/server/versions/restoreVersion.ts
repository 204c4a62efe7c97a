import { isDeepStrictEqual } from 'node:util'
import { type House, refused, type Tx } from '@millrace/kit/server'
import type { Drawing, Flow, FlowChanges } from '../../contract/index.ts'
import { applyChanges } from '../changes/applyChanges.ts'
import type { FlowDoors } from '../doors.ts'
import { type Edited, type Editor, holdFlow, keepVersion, noteEdit } from '../verbs/editFlow.ts'
import { flowProblems } from '../verbs/flowProblems.ts'
import { readFlow } from '../verbs/readFlow.ts'
import { readDrawing, readKept } from './drawing.ts'
import { readVersion } from './listVersions.ts'

type Part = { id: number }

/** What is in one of two drawings alone, and what is in both but not the same. */
const sorted = <T extends Part>(now: readonly T[], then: readonly T[]) => {
  const is = new Map(now.map((part) => [part.id, part]))
  const was = new Map(then.map((part) => [part.id, part]))
  return {
    missing: then.filter(({ id }) => !is.has(id)),
    extra: now.filter(({ id }) => !was.has(id)).map(({ id }) => id),
    other: then.filter((part) => is.has(part.id) && !isDeepStrictEqual(is.get(part.id), part)),
  }
}

const stepChanges = (now: Drawing, then: Drawing): NonNullable<FlowChanges['steps']> => {
  const { missing, extra, other } = sorted(now.steps, then.steps)
  return {
    add: missing.map(({ input, ...step }) => ({ ...step, key: `step ${step.id}`, values: input })),
    change: other.map(({ id, input, title, x, y }) => ({ id, values: input, title, x, y })),
    remove: extra.map((id) => ({ id })),
  }
}

const linkChanges = (now: Drawing, then: Drawing): NonNullable<FlowChanges['links']> => {
  const { missing, extra, other } = sorted(now.links, then.links)
  const drawn = new Set(now.steps.map(({ id }) => id))
  const kept = new Set(then.steps.map(({ id }) => id))
  const end = (id: number) => (drawn.has(id) ? id : `step ${id}`)
  const others = new Set(other.map(({ id }) => id))
  const leaving = new Set([...extra, ...others])
  return {
    // Those of a step that goes, go with it.
    remove: now.links
      .filter(({ id, source, target }) => leaving.has(id) && kept.has(source) && kept.has(target))
      .map(({ id }) => id),
    add: [...missing, ...other].map(({ id, source, target, condition }) => ({
      key: `link ${id}`,
      source: end(source),
      target: end(target),
      condition: condition || null,
    })),
  }
}

const noteChanges = (now: Drawing, then: Drawing): NonNullable<FlowChanges['decorations']> => {
  const { missing, extra, other } = sorted(now.decorations, then.decorations)
  return {
    add: missing.map(({ id, ...note }) => ({ ...note, key: `note ${id}` })),
    change: other.map(({ type: _type, ...note }) => note),
    remove: extra,
  }
}

const RULE = `update flows set can_enter_once = $3, once_per_period = $4 where account_id = $1 and id = $2`

/** Keeps a flow as it is now where no version says so: it was edited while it was off, or steps were only moved. */
const keepPresent = async (tx: Tx, house: House, editor: Editor, flow: Edited, now: Drawing) => {
  const kept = await readKept(tx, editor.accountId, flow.id, flow.version)
  if (!isDeepStrictEqual(kept, now)) await keepVersion(tx, house, editor, flow, false)
}

/**
 * Makes a flow what it was in a version. What it is now stays a version, so that restoring that one takes this back. Steps that are not in it go as deleted ones do, with whoever stands there; those that
 * were deleted come back as the same steps. A flow that is on runs that way at once, and keeps it as a version of its own;
 * refused (422) where it could not run.
 */
export const restoreVersion = (
  house: House,
  doors: FlowDoors,
  editor: Editor,
  flowId: number,
  version: number,
): Promise<Flow> =>
  house.db.account(editor.accountId, async (tx) => {
    const { accountId } = editor
    const flow = await holdFlow(tx, accountId, flowId)
    const { drawing: then } = await readVersion(tx, accountId, flowId, version)
    const now = (await readDrawing(tx, accountId, flowId)) ?? then
    await keepPresent(tx, house, editor, flow, now)
    const { canEnterOnce, oncePerPeriod } = then
    await tx.run(RULE, [accountId, flowId, canEnterOnce, oncePerPeriod && JSON.stringify(oncePerPeriod)])
    const changes = {
      steps: stepChanges(now, then),
      links: linkChanges(now, then),
      decorations: noteChanges(now, then),
    }
    await applyChanges({ tx, house, doors, editor, flow, now: house.clock.now(), keepsBefore: true }, changes)
    const restored = await readFlow(tx, accountId, flowId)
    const [problem] = flow.status === 'on' ? await flowProblems(tx, doors, accountId, restored) : []
    if (problem) throw refused(`This version cannot run as it is: ${problem.message}`)
    await noteEdit(tx, house, editor, flowId, 'version-restored')
    return restored
  })
