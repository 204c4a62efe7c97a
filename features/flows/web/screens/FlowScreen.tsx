import { Button, Loader } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  type ApiError,
  addressShape,
  ErrorPanel,
  keyOf,
  param,
  told,
  useAddress,
  useCall,
  useMay,
  useMutate,
  useParam,
  useTitle,
} from '@millrace/kit/web'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { flowsContract as calls, type Flow, isWait, stepTypeOf, summaryOf } from '../../contract/index.ts'
import { Canvas } from '../canvas/Canvas.tsx'
import { Dock } from '../canvas/Dock.tsx'
import { change } from '../canvas/document.ts'
import { keyFor } from '../canvas/store.ts'
import { asStep } from '../canvas/toNodes.ts'
import type { PeopleState } from '../people/StepPeople.tsx'
import { FlowHead } from './FlowHead.tsx'
import css from './flow.module.css'
import { useCanvasActions } from './useCanvasActions.ts'
import { useFlowStore } from './useFlowStore.ts'
import { useKnown } from './useKnown.ts'

// What opens over the canvas is fetched after it, so that the canvas shows first.
const Inspector = lazy(() => import('../inspector/Inspector.tsx').then((part) => ({ default: part.Inspector })))
const FlowHistory = lazy(() => import('../people/FlowHistory.tsx').then((part) => ({ default: part.FlowHistory })))
const StepPeople = lazy(() => import('../people/StepPeople.tsx').then((part) => ({ default: part.StepPeople })))
const NewStep = lazy(() => import('../popup/NewStep.tsx').then((part) => ({ default: part.NewStep })))
const FlowSettings = lazy(() => import('../dialogs/dialogs.tsx').then((part) => ({ default: part.FlowSettings })))
const ProblemsDialog = lazy(() => import('../dialogs/dialogs.tsx').then((part) => ({ default: part.ProblemsDialog })))
const QuestionDialog = lazy(() => import('../dialogs/dialogs.tsx').then((part) => ({ default: part.QuestionDialog })))

const Address = addressShape({
  step: param.number(),
  people: param.oneOf(['entered', 'queued', 'failed']),
  panel: param.oneOf(['settings', 'history']),
})

/** One flow on its canvas. */
export default function FlowScreen() {
  const id = Number(useParam('id'))
  const { data, error, isPending, refetch } = useCall(calls.getFlow, { params: { id } }, { staleMs: 0 })
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 30_000)
    return () => clearTimeout(timer)
  }, [])
  useTitle(data?.integration.name ?? 'Flow')
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (isPending) {
    return (
      <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
        {isSlow ? 'Loading took too long. Please refresh the page' : <Loader />}
      </div>
    )
  }
  return <FlowEditor key={id} flow={data.integration} />
}

const FlowEditor = ({ flow }: { flow: Flow }) => {
  const isReadOnly = !useMay('flows:write')
  const isNarrow = useMediaQuery('(max-width: 48em)', false)
  const [address, setAddress] = useAddress(Address)
  const flowStore = useFlowStore(flow, isReadOnly)
  const { store, state, question, askRecompute } = flowStore
  const known = useKnown(flow, store, isReadOnly)
  const selectedKey =
    address.step === undefined ? '' : (store.keyOf(address.step, 'step') ?? keyFor('step', address.step))
  const ui = useCanvasActions({ store, isReadOnly, selectedKey, setAddress })
  const [problems, setProblems] = useState<{ stepId: number | null; message: string }[]>()
  const cache = useQueryClient()
  const switching = useMutate(calls.updateFlow, {
    invalidates: [calls.listFlows, calls.getFlowHistory],
    success: ({ integration }) => (integration.status === 'on' ? 'Flow activated.' : 'Flow deactivated.'),
    onDone: (result) => cache.setQueryData(keyOf(calls.getFlow, { params: { id: flow.id } }), result),
    onError: (error) => void showProblems(error),
  })
  const showProblems = async (error: ApiError) => {
    const { problems: found } = await cache.fetchQuery({
      queryKey: keyOf(calls.getFlowProblems, { params: { id: flow.id } }),
      queryFn: async () => (await import('@millrace/kit/web')).send(calls.getFlowProblems, { params: { id: flow.id } }),
      staleTime: 0,
    })
    if (error.status === 422 && found.length) setProblems(found)
    else told.error(error.message)
  }
  const onSwitch = async (isOn: boolean) => {
    await store.settled()
    switching.mutate({ params: { id: flow.id }, body: { status: isOn ? 'on' : 'deactivated-user' } })
  }
  const step = state.document.steps[selectedKey]
  const stepId = step ? store.idOf(step.key) : undefined
  const saveStep = async (changes: Pick<NonNullable<typeof step>, 'values' | 'title'>) => {
    if (!step) return
    const { queued } = known.figures(step.key)
    const isRetimed = isWait(step) && queued > 0 && JSON.stringify(step.values) !== JSON.stringify(changes.values)
    if (isRetimed && (await askRecompute(step, queued)) === undefined) return
    await store.commit(change(state.document, 'steps', { [step.key]: changes }))
  }
  const stepName = (id: number) => {
    const named = state.document.steps[store.keyOf(id, 'step') ?? '']
    return named ? summaryOf(asStep(named), known.names).title : 'a deleted step'
  }
  const isEmpty = !Object.keys(state.document.steps).length
  return (
    <div className={css.screen}>
      <FlowHead
        flow={flow}
        pending={state.pending}
        savedAt={state.savedAt}
        isReadOnly={isReadOnly}
        isSwitching={switching.isPending}
        onSwitch={(isOn) => void onSwitch(isOn)}
        onSettings={() => setAddress({ panel: 'settings' })}
        onHistory={() => setAddress({ panel: 'history' })}
      />
      <div className={css.body}>
        <Canvas
          document={state.document}
          known={known}
          actions={ui.actions}
          tool={ui.tool}
          isNarrow={isNarrow === true}
          selected={selectedKey}
          onReady={ui.onReady}
          onSelect={ui.onSelect}
          onMoved={ui.onMoved}
          onConnect={ui.onConnect}
        >
          {!isReadOnly && <Dock {...ui.dock} tool={ui.tool} canUndo={state.canUndo} canRedo={state.canRedo} />}
          {isEmpty && !ui.isChoosing && (
            <div className={css.start}>
              <div>
                <h2>What starts this flow?</h2>
                <p>
                  A trigger brings people in: something they do, a tag that they get, a segment that they enter. What
                  follows, happens by itself.
                </p>
                {!isReadOnly && (
                  <Button leftSection={<IconPlus size={15} />} onClick={ui.dock.onAdd}>
                    Choose a trigger
                  </Button>
                )}
              </div>
            </div>
          )}
        </Canvas>
        <Suspense fallback={null}>
          {step && (
            <Inspector
              key={step.key}
              step={step}
              names={known.names}
              problems={known.problems.filter((problem) => problem.stepId === stepId)}
              isReadOnly={isReadOnly}
              onSave={(changes) => void saveStep(changes)}
              onClose={() => ui.onSelect([])}
              onDuplicate={() => ui.actions.duplicate([step.key])}
              onDelete={() => ui.actions.remove([step.key])}
              onPeople={() => setAddress({ people: 'entered' })}
            />
          )}
        </Suspense>
      </div>
      <Suspense fallback={null}>
        <NewStep
          isOpen={ui.isChoosing}
          mayTrigger={ui.mayTrigger}
          onClose={ui.cancelChoosing}
          onChoose={(type) => void ui.choose(type)}
        />
        <QuestionDialog question={question} />
        {address.panel === 'settings' && <FlowSettings flow={flow} onClose={() => setAddress({ panel: undefined })} />}
        {address.panel === 'history' && (
          <FlowHistory flowId={flow.id} stepName={stepName} onClose={() => setAddress({ panel: undefined })} />
        )}
        {problems && (
          <ProblemsDialog
            problems={problems}
            onClose={() => setProblems(undefined)}
            onGoTo={(target) => {
              setProblems(undefined)
              ui.goTo(target)
            }}
          />
        )}
        {address.people && stepId !== undefined && step && (
          <StepPeople
            stepId={stepId}
            flowId={flow.id}
            title={summaryOf(asStep(step), known.names).title}
            state={address.people}
            isWait={stepTypeOf(step)?.kind === 'wait'}
            onState={(people: PeopleState) => setAddress({ people })}
            onClose={() => setAddress({ people: undefined })}
          />
        )}
      </Suspense>
    </div>
  )
}
