import type { Mark } from '../canvas/overlay.ts'
import { keyFor } from '../canvas/store.ts'
import type { FlowSlotProps } from '../screens/slots.ts'

type Stay = { stepId: number; enteredAt: string; leftAt: string | null; error: string | null; exit: string | null }
type Slot = Pick<FlowSlotProps, 'flow' | 'store'>

const shortly = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** Exits that are none of the step's own. */
const SHORT: Record<string, string> = { removed: 'taken out', merged: 'merged', goal: 'to a goal' }

/** Somebody's way as marks: where they were and when, where something went wrong; everything else is faint. */
export const pathMarks = ({ flow, store }: Slot, stays: readonly Stay[]): Record<string, Mark> => {
  const keyOf = (id: number) => store.keyOf(id, 'step') ?? keyFor('step', id)
  const marks: Record<string, Mark> = {}
  for (const id of Object.keys(flow.steps)) marks[keyOf(Number(id))] = { tone: 'faint' }
  for (const { stepId, enteredAt, leftAt, error, exit } of stays) {
    const at = shortly.format(new Date(enteredAt))
    const badge = error
      ? `${at}, failed`
      : leftAt === null
        ? `${at}, here`
        : exit
          ? `${at}, ${SHORT[exit] ?? exit}`
          : at
    marks[keyOf(stepId)] = { tone: error ? 'wrong' : 'path', badge, title: error ?? `Came ${at}` }
  }
  return marks
}
