import { useMediaQuery } from '@mantine/hooks'
import { addressShape, forget, param, useAddress, useMay, useSignedIn } from '@millrace/kit/web'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { flowsContract as calls, type Flow, isWait, summaryOf } from '../../contract/index.ts'
import { Canvas } from '../canvas/Canvas.tsx'
import { changeStep } from '../canvas/changeStep.ts'
import { canvasEdits } from '../canvas/edits.ts'
import type { Overlay } from '../canvas/overlay.ts'
import { sameValue } from '../canvas/sameValue.ts'
import { keyFor } from '../canvas/store.ts'
import { asStep } from '../canvas/toNodes.ts'
import { FlowKind, useFlowKind } from '../kind/flowKind.ts'
import { Announcer } from '../screens/Announcer.tsx'
import { FlowHead } from '../screens/FlowHead.tsx'
import css from '../screens/flow.module.css'
import { CANVAS_PARTS, type FlowSlotProps, PANELS } from '../screens/slots.ts'
import { useCanvasActions } from '../screens/useCanvasActions.ts'
import { useFlowStore } from '../screens/useFlowStore.ts'
import { useKnown } from '../screens/useKnown.ts'
import { useSwitching } from '../screens/useSwitching.ts'

// What stands and opens over the canvas is fetched after it, so that the canvas shows first.
const Dock = lazy(() => import('../canvas/Dock.tsx').then((part) => ({ default: part.Dock })))
const OverlayBar = lazy(() => import('../canvas/OverlayBar.tsx').then((part) => ({ default: part.OverlayBar })))
const Start = lazy(() => import('../screens/Start.tsx').then((part) => ({ default: part.Start })))
const Inspector = lazy(() => import('../inspector/Inspector.tsx').then((part) => ({ default: part.Inspector })))
const StepPeople = lazy(() => import('../people/StepPeople.tsx').then((part) => ({ default: part.StepPeople })))
const NewStep = lazy(() => import('../popup/NewStep.tsx').then((part) => ({ default: part.NewStep })))
const ProblemsDialog = lazy(() => import('../dialogs/ProblemsDialog.tsx'))
const QuestionDialog = lazy(() => import('../dialogs/QuestionDialog.tsx'))

const Address = addressShape({
  step: param.number(),
  people: param.oneOf(['entered', 'queued', 'failed']),
  panel: param.text(),
  about: param.text(),
})

/** The canvas of a flow with everything that plugs into it. */
export const FlowEditor = ({ flow }: { flow: Flow }) => (
  <FlowKind value={flow.objectType}>
    <Editor flow={flow} />
  </FlowKind>
)

const Editor = ({ flow }: { flow: Flow }) => {
  const mayWrite = useMay('flows:write')
  const isNarrow = useMediaQuery('(max-width: 48em)', false)
  const [address, setAddress] = useAddress(Address)
  const [overlay, setOverlay] = useState<Overlay>()
  const isReadOnly = !mayWrite
  const flowStore = useFlowStore(flow, isReadOnly)
  const { store, state, question, ask, conflict, closeConflict } = flowStore
  const known = useKnown(flow, store, isReadOnly, address.step)
  const selectedKey =
    address.step === undefined ? '' : (store.keyOf(address.step, 'step') ?? keyFor('step', address.step))
  const titleOf = (key: string | undefined) => {
    const named = state.document.steps[key ?? '']
    return named && summaryOf(asStep(named), known.names).title
  }
  const now = useRef({ known, flow, titleOf })
  now.current = { known, flow, titleOf }
  const edits = useMemo(
    () =>
      canvasEdits({
        store,
        ask,
        isOn: () => now.current.flow.status === 'on',
        figures: (key) => now.current.known.figures(key),
        titleOf: (key) => now.current.titleOf(key) ?? '',
      }),
    [store, ask],
  )
  const isLooking = isReadOnly || overlay !== undefined
  const from = { account: useSignedIn().accountId, flow: flow.id, objectType: flow.objectType }
  const ui = useCanvasActions({
    store,
    edits,
    isReadOnly: isLooking,
    selectedKey,
    setAddress,
    people: useFlowKind().words,
    from,
  })
  const { problems, closeProblems, isSwitching, onSwitch } = useSwitching(flow, store)
  const step = overlay ? undefined : state.document.steps[selectedKey]
  const stepId = step ? store.idOf(step.key) : undefined
  const saveStep = async (changes: Pick<NonNullable<typeof step>, 'values' | 'title'>) => {
    if (!step) return
    const { queued } = known.figures(step.key)
    const isRetimed = isWait(step) && queued > 0 && !sameValue(step.values, changes.values)
    const isKept = isRetimed ? await ask({ kind: 'recompute', people: queued }) : false
    if (isKept === undefined) return
    const diff = changeStep(store.state().document, step, changes)
    await store.commit(diff, isKept ? { recompute: new Set([step.key]) } : {})
  }
  const slot: FlowSlotProps = {
    flow,
    isReadOnly,
    store,
    edits,
    names: known.names,
    present: known.present,
    stepName: (id) => titleOf(store.keyOf(id, 'step')) ?? 'a deleted step',
    goTo: ui.goTo,
    ...(stepId !== undefined && { stepId }),
    setOverlay,
    open: (panel, about) => setAddress({ panel, about }),
    ...(address.about !== undefined && { about: address.about }),
  }
  const mine = useMemo(
    () =>
      conflict && conflict.key === step?.key
        ? { ...conflict.mine, isTheirs: conflict.isTheirs, why: conflict.why }
        : undefined,
    [conflict, step?.key],
  )
  const conflictId = conflict && store.idOf(conflict.key)
  useEffect(() => {
    if (conflictId !== undefined) setAddress({ step: conflictId, people: undefined })
  }, [conflictId, setAddress])
  const isBehind = address.panel !== undefined && !state.pending && store.revision() > flow.revision
  useEffect(() => {
    // Panels ask about the flow as it is saved, which was read before this member's own edits.
    if (isBehind) void forget(calls.getFlow)
  }, [isBehind])
  const Panel = address.panel === undefined ? undefined : PANELS[address.panel]
  const shown = overlay?.document ?? state.document
  const chosen = useMemo(
    () => (overlay ? ([key]: string[]) => key !== undefined && overlay.onStep?.(key) : ui.onSelect),
    [overlay, ui.onSelect],
  )
  return (
    <div className={css.screen}>
      <FlowHead
        slot={slot}
        pending={state.pending}
        savedAt={state.savedAt}
        isSwitching={isSwitching}
        onSwitch={(isOn) => void onSwitch(isOn)}
      />
      <div className={css.body}>
        <Canvas
          document={shown}
          known={known}
          actions={ui.actions}
          {...(overlay && { marks: overlay.marks })}
          tool={ui.tool}
          isNarrow={isNarrow === true}
          selected={selectedKey}
          onReady={ui.onReady}
          onSelect={chosen}
          onMoved={ui.onMoved}
          onConnect={ui.onConnect}
        >
          <Announcer document={state.document} />
          <Suspense fallback={null}>
            {overlay && <OverlayBar {...overlay} />}
            {!isReadOnly && !overlay && (
              <Dock {...ui.dock} tool={ui.tool} canUndo={state.canUndo} canRedo={state.canRedo} />
            )}
            {!Object.keys(shown.steps).length && !ui.isChoosing && (
              <Start onAdd={isReadOnly ? undefined : ui.dock.onAdd} />
            )}
          </Suspense>
          <Suspense fallback={null}>
            {CANVAS_PARTS.map(({ name, part: Part }) => (
              <Part key={name} {...slot} />
            ))}
          </Suspense>
        </Canvas>
        <Suspense fallback={null}>
          {step && (
            <Inspector
              key={step.key}
              step={step}
              {...(stepId !== undefined && { stepId })}
              names={known.names}
              problems={known.problems.filter((problem) => problem.stepId === stepId)}
              isReadOnly={isReadOnly}
              others={known.present.filter((other) => other.stepId === stepId)}
              {...(mine && { mine })}
              onSettled={closeConflict}
              onSave={(changes) => void saveStep(changes)}
              {...(ui.arrival?.key === step.key && { arrival: ui.arrival })}
              onClose={() => {
                if (!conflict?.isTheirs) closeConflict()
                ui.leave(step.key)
              }}
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
        {Panel && <Panel {...slot} onClose={() => slot.open(undefined)} />}
        {problems && (
          <ProblemsDialog
            problems={problems}
            stepName={slot.stepName}
            onClose={closeProblems}
            onGoTo={(target) => {
              closeProblems()
              ui.goTo(target)
            }}
          />
        )}
        {address.people && stepId !== undefined && step && (
          <StepPeople
            stepId={stepId}
            flowId={flow.id}
            title={titleOf(step.key) ?? ''}
            state={address.people}
            isWait={isWait(step)}
            isOff={flow.status !== 'on'}
            figures={known.figures(step.key)}
            onFollow={(id) => setAddress({ people: undefined, panel: 'trace', about: String(id) })}
            onState={(people) => setAddress({ people })}
            onClose={() => setAddress({ people: undefined })}
          />
        )}
      </Suspense>
    </div>
  )
}
