import { askFirst, plural, type Selected, sentenceOf, told, useMutate } from '@millrace/kit/web'
import { flowsContract as calls, type StepPerson } from '../../contract/index.ts'
import { useFlowKind } from '../kind/flowKind.ts'

/** Which people are listed. */
export type PeopleState = 'entered' | 'queued' | 'failed'
/** Where people are ordered about. */
export type StepAt = { stepId: number; flowId: number }

const CHANGED = [
  calls.listStepPeople,
  calls.getFlowPeopleCounts,
  calls.getFlowHistory,
  calls.getFlowState,
  calls.explainFlow,
]
const failing = (title: string) => (error: Error) => told.error(title, sentenceOf(error))

const nameOf = ({ name, email }: Pick<StepPerson, 'name' | 'email'>) => name || email || 'this person'

/** What can be done with one person at a step. */
export const usePersonOrders = ({ stepId, flowId }: StepAt) => {
  const skip = useMutate(calls.skipWait, {
    success: 'Successfully skipped waiting.',
    invalidates: CHANGED,
    onError: failing('Error while skipping wait step.'),
  })
  const fromStep = useMutate(calls.removePersonFromStep, {
    success: 'Successfully removed from step.',
    invalidates: CHANGED,
    onError: failing('Error while removing from step.'),
  })
  const fromFlow = useMutate(calls.endFlowForPerson, {
    success: 'Successfully removed from flow.',
    invalidates: CHANGED,
    onError: (error) =>
      error.status === 404 ? told.info('They have left the flow already.') : failing('Error while ending flow.')(error),
  })
  const retry = useMutate(calls.retryStep, { success: 'Trying again.', invalidates: CHANGED })
  const at = (person: StepPerson) => ({ params: { stepId, objectId: person.id } })
  return {
    skip: (person: StepPerson) => skip.mutate(at(person)),
    retry: (person: StepPerson) => retry.mutate(at(person)),
    removeFromStep: (person: StepPerson) => fromStep.mutate(at(person)),
    removeFromFlow: async (person: StepPerson) => {
      const isSure = await askFirst({
        title: `Remove ${nameOf(person)} from the flow?`,
        children:
          'They leave it wherever in it they stand, and nothing more of it happens to them. They may enter again.',
        confirm: 'Remove from flow',
        danger: true,
      })
      if (isSure) fromFlow.mutate({ params: { flowId, objectId: person.id } })
    },
  }
}

/** The chosen, as the calls take them. */
const whichOf = ({ isAll, ids }: Selected<number>) =>
  isAll ? { except: [...ids] } : { people: [...ids].map((id) => ({ id })) }

type Done = { goesOn: boolean }
const tell = (title: string, count: number, { goesOn }: Done, does: readonly [string, string]) =>
  told.success(title, `${plural(count, ...does)}${goesOn ? ' so far; the others follow.' : '.'}`)

/** What can be done with those at a step together. `onDone` clears what was chosen. */
export const useOrders = ({ stepId }: StepAt, onDone?: () => void) => {
  const { one, many } = useFlowKind().words
  const params = { stepId }
  const common = { invalidates: CHANGED }
  const skip = useMutate(calls.skipStepPeople, {
    ...common,
    onError: failing('Error while skipping wait step.'),
    onDone: (result) => {
      onDone?.()
      tell('Successfully skipped waiting.', result.skipped, result, [`${one} goes on`, `${many} go on`])
    },
  })
  const remove = useMutate(calls.removeStepPeople, {
    ...common,
    onError: failing('Error while removing from step.'),
    onDone: (result) => {
      onDone?.()
      tell('Successfully removed from flow.', result.removed, result, [`${one} left it`, `${many} left it`])
    },
  })
  const retry = useMutate(calls.retryStepPeople, {
    ...common,
    onDone: (result) => {
      onDone?.()
      if (!result.retried) told.success('Trying again.')
      else tell('Trying again.', result.retried, result, [one, many])
    },
  })
  return {
    isBusy: skip.isPending || remove.isPending || retry.isPending,
    skip: async (chosen: Selected<number>, count: number) => {
      const isSure = await askFirst({
        title: `Let ${plural(count, one, many)} go on now?`,
        children: 'They stop waiting and go to the next step at once. Mails after it may be sent to them right away.',
        confirm: 'Skip waiting',
      })
      if (isSure) skip.mutate({ params, body: whichOf(chosen) })
    },
    remove: async (chosen: Selected<number>, count: number, state: 'queued' | 'failed') => {
      const isSure = await askFirst({
        title: `Remove ${plural(count, one, many)} from the flow?`,
        children:
          'They leave it wherever in it they stand, and nothing more of it happens to them. They may enter again. This cannot be undone.',
        confirm: 'Remove from flow',
        danger: true,
      })
      if (isSure) remove.mutate({ params, body: { state, ...whichOf(chosen) } })
    },
    retry: (chosen?: Selected<number>) => retry.mutate({ params, body: chosen ? whichOf(chosen) : {} }),
  }
}
