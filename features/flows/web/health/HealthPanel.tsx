import { Button } from '@mantine/core'
import { count, Drawer, EmptyState, Link, plural, useCall, useMay, useMutate } from '@millrace/kit/web'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { flowsContract as calls, type FlowTrouble } from '../../contract/index.ts'
import { addressOf, useFlowKind } from '../kind/flowKind.ts'
import { useOrders } from '../people/orders.ts'
import type { FlowPanelProps } from '../screens/slots.ts'
import css from './health.module.css'
import { wordsOfTrouble } from './troubleWords.ts'
import { useFlowState } from './useFlowState.ts'

const Issue = ({
  tone,
  title,
  facts,
  children,
  actions,
}: {
  tone: 'bad' | 'warn'
  title: string
  facts?: string
  children?: ReactNode
  actions?: ReactNode
}) => (
  <li className={css.issue} data-tone={tone}>
    <strong>{title}</strong>
    {children && <p>{children}</p>}
    {facts && <small>{facts}</small>}
    {actions && <div className={css.actions}>{actions}</div>}
  </li>
)

const Action = ({ children, onClick, isBusy = false }: { children: string; onClick(): void; isBusy?: boolean }) => (
  <Button size="compact-sm" variant="default" onClick={onClick} loading={isBusy}>
    {children}
  </Button>
)

type TroubleProps = FlowPanelProps & { trouble: FlowTrouble }

const StepFailing = ({ trouble, flow, isReadOnly, goTo, stepName }: TroubleProps & { trouble: { stepId: number } }) => {
  const { title, text, facts } = wordsOfTrouble(trouble, stepName, useFlowKind().words)
  const { isBusy, retry } = useOrders({ stepId: trouble.stepId, flowId: flow.id })
  const actions = (
    <>
      {!isReadOnly && (
        <Action onClick={() => retry()} isBusy={isBusy}>
          Try again
        </Action>
      )}
      <Action onClick={() => goTo(trouble.stepId)}>Show step</Action>
    </>
  )
  return (
    <Issue tone="bad" title={title} facts={facts} actions={actions}>
      {text}
    </Issue>
  )
}

const Trouble = (props: TroubleProps) => {
  const { trouble, goTo, stepName, open } = props
  const mayRead = useMay('people:read')
  const { words } = useFlowKind()
  const { stepId, personId } = trouble
  if (trouble.code === 'step-failing' && stepId !== null)
    return <StepFailing {...props} trouble={{ ...trouble, stepId }} />
  const { title, text, facts } = wordsOfTrouble(trouble, stepName, words)
  const actions = (
    <>
      {stepId !== null && <Action onClick={() => goTo(stepId)}>Show step</Action>}
      {trouble.code === 'unreadable' && <Action onClick={() => open('versions')}>Versions</Action>}
    </>
  )
  return (
    <Issue tone="bad" title={title} facts={facts} actions={actions}>
      {text} {mayRead && personId !== null && <Link to={addressOf(props.flow.objectType, personId)}>One of them</Link>}
    </Issue>
  )
}

/** Steps that lack settings hold whoever comes, without a word on the canvas besides the number. */
const Unready = ({ flow, goTo, stepName }: FlowPanelProps) => {
  const { one, many } = useFlowKind().words
  const where = { params: { id: flow.id } }
  const isOn = flow.status === 'on'
  const { data: found } = useCall(calls.getFlowProblems, where, { enabled: isOn })
  const { data: life } = useCall(calls.getFlowPeopleCounts, { ...where, query: {} }, { enabled: isOn, staleMs: 2_000 })
  if (!found || !life) return null
  return found.problems.map(({ stepId, message }) => {
    const waiting = stepId === null ? 0 : (life.integration.steps[stepId]?.data.peopleCounts.queued ?? 0)
    if (stepId === null || !waiting) return null
    return (
      <Issue
        key={`${stepId} ${message}`}
        tone="warn"
        title={`${plural(waiting, `${one} stands`, `${many} stand`)} at “${stepName(stepId)}”`}
        actions={<Action onClick={() => goTo(stepId)}>Show step</Action>}
      >
        {message}
      </Issue>
    )
  })
}

const Overdue = ({ many }: { many: number }) => {
  const { one, many: all } = useFlowKind().words
  return (
    <Issue
      tone="warn"
      title={`${many >= 10_000 ? 'More than 10,000' : count(many)} ${many === 1 ? `${one} is` : `${all} are`} overdue`}
    >
      Their time came while the flow was off. When it is switched on you choose whether they go on at once or leave;
      some of them can be removed at the step where they stand.
    </Issue>
  )
}

/** How a flow is doing: what goes wrong in it, for how many, since when, and what can be done. */
export default function HealthPanel(slot: FlowPanelProps) {
  const { flow, isReadOnly, goTo, onClose } = slot
  const { troubles, notices, overdue } = useFlowState(flow.id)
  const forget = useMutate(calls.forgetFlowTroubles, { invalidates: [calls.getFlowState] })
  const isWell = !troubles.length && !notices.length && !overdue
  const canForget = !isReadOnly && troubles.some(({ code }) => code !== 'step-failing')
  return (
    <Drawer
      opened
      onClose={onClose}
      title="How this flow is doing"
      width={400}
      open
      foot={
        canForget && (
          <Button
            variant="default"
            loading={forget.isPending}
            onClick={() => forget.mutate({ params: { id: flow.id } })}
          >
            Dismiss what is over
          </Button>
        )
      }
    >
      {isWell && (
        <EmptyState
          icon={<IconCircleCheck size={24} />}
          meaning="goal"
          title="All is well"
          text="Nothing goes wrong."
        />
      )}
      <ul className={css.issues}>
        {troubles.map((trouble) => (
          <Trouble key={`${trouble.code} ${trouble.stepId}`} {...slot} trouble={trouble} />
        ))}
        {notices.map(({ stepId, message }) => (
          <Issue
            key={`${stepId} ${message}`}
            tone="bad"
            title={message}
            facts="It is asked again by itself, with one call at a time until it answers."
            actions={<Action onClick={() => goTo(stepId)}>Show step</Action>}
          />
        ))}
        {overdue > 0 && <Overdue many={overdue} />}
        <Unready {...slot} />
      </ul>
    </Drawer>
  )
}
