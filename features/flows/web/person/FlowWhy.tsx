import { ago, ErrorPanel, exactly, Link, Skeleton, useCall, WhyFact, WhyLine } from '@millrace/kit/web'
import { WhyTree } from '@millrace/segments/web'
import { Suspense } from 'react'
import { type EntryReason, type FlowExplanation, flowsContract, type PersonStay } from '../../contract/index.ts'
import { exitWords } from '../trace/exitWords.ts'
import kinds from '../trace/stay.module.css'
import css from './personFlows.module.css'

const Reason = ({ reason: { text, fact, at, isMet, explanation } }: { reason: EntryReason }) => (
  <WhyLine isMet={isMet}>
    <span>{text}</span>
    <WhyFact fact={fact} at={at} />
    {explanation && (
      <Suspense fallback={<Skeleton width="50%" />}>
        <WhyTree explanation={explanation} />
      </Suspense>
    )}
  </WhyLine>
)

const Reasons = ({ title, reasons }: { title: string; reasons: readonly EntryReason[] }) =>
  reasons.length === 0 ? null : (
    <>
      <h3 className={css.title}>{title}</h3>
      <ul className={css.reasons}>
        {reasons.map((reason, index) => (
          <Reason key={index} reason={reason} />
        ))}
      </ul>
    </>
  )

const Stay = ({ stay, flowId }: { stay: PersonStay; flowId: number }) => (
  <li className={`${css.stay} ${kinds.stay}`} data-kind={stay.kind}>
    <Link to={`/flows/${flowId}?step=${stay.stepId}`} className={css.step}>
      {stay.title || 'A step that is no more'}
    </Link>
    {stay.text && stay.text !== stay.title && <span className={css.where}>{stay.text}</span>}
    <span className={css.when}>
      {stay.error ? 'failed' : stay.exit ? exitWords(stay.exit) : stay.leftAt ? '' : 'is here'}{' '}
      <time dateTime={stay.enteredAt} title={exactly(stay.enteredAt)}>
        {ago(stay.enteredAt)}
      </time>
    </span>
    {stay.error && <span className={css.error}>{stay.error}</span>}
  </li>
)

const Path = ({ path, flowId }: { path: FlowExplanation['path']; flowId: number }) =>
  path.length === 0 ? null : (
    <>
      <h3 className={css.title}>The way taken</h3>
      <ol className={css.path}>
        {path.map((stay) => (
          <Stay key={`${stay.stepId} ${stay.enteredAt} ${stay.leftAt}`} stay={stay} flowId={flowId} />
        ))}
      </ol>
    </>
  )

/** Why a person is, was, or never was in a flow. */
export default function FlowWhy({ flowId, personId }: { flowId: number; personId: number }) {
  const { data, error, refetch } = useCall(
    flowsContract.explainFlow,
    { params: { id: flowId, personId } },
    { staleMs: 5_000 },
  )
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="60%" />
  return (
    <div>
      <p className={css.verdict}>{data.verdict}</p>
      <Path path={data.path} flowId={flowId} />
      <Reasons title={data.triggers.length > 1 ? 'Any of these starts it' : 'This starts it'} reasons={data.triggers} />
      <Reasons title="What must hold" reasons={data.rules} />
      <Reasons title="Filters at the beginning" reasons={data.filters} />
    </div>
  )
}
