import { ErrorPanel, exactly, Link, PageSkeleton, useCall } from '@millrace/kit/web'
import { flowsContract as calls } from '../../contract/index.ts'
import { Hint } from '../inspector/parts.tsx'
import { fateOf } from './fateOf.ts'
import css from './inApp.module.css'

/** In-app messages for one person, newest first: what they say, and what became of them. */
export default function PersonMessages({ personId }: { personId: number }) {
  const { data, error, refetch } = useCall(calls.listPersonMessages, { params: { id: personId } }, { everyMs: 10_000 })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  if (!data.messages.length) return <Hint>No in-app message was left for this person yet.</Hint>
  return (
    <ul className={css.list}>
      {data.messages.map((message) => (
        <li key={message.id}>
          <span className={css.what}>{message.title}</span>
          {message.flow && <Link to={`/flows/${message.flow.id}?step=${message.stepId}`}>{message.flow.name}</Link>}
          <span title={exactly(message.createdAt)}>{fateOf(message)}</span>
          <p className={css.body}>{message.body}</p>
        </li>
      ))}
    </ul>
  )
}
