import { count, ErrorPanel, Link, share, useCall } from '@millrace/kit/web'
import { flowsContract as calls } from '../../contract/index.ts'
import { Hint, Part } from '../inspector/parts.tsx'
import { fateOf } from './fateOf.ts'
import css from './inApp.module.css'

/** How messages of a step do, and whom the latest were for. */
export const StepMessages = ({ stepId }: { stepId: number }) => {
  const input = { params: { id: stepId }, query: { limit: 6 } }
  const { data, error, refetch } = useCall(calls.listStepMessages, input, { everyMs: 5_000, staleMs: 0 })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { counts, messages } = data
  const figures = [
    ['Messages', count(counts.made)],
    ['Seen', share(counts.seen, counts.made)],
    ['Clicked', share(counts.clicked, counts.seen)],
    ['Closed', share(counts.closed, counts.seen)],
  ] as const
  return (
    <Part title="Messages">
      {counts.made === 0 && <Hint>Nobody has come here yet.</Hint>}
      {counts.made > 0 && (
        <dl className={css.figures}>
          {figures.map(([label, value]) => (
            <div key={label}>
              <dd>{value}</dd>
              <dt>{label}</dt>
            </div>
          ))}
        </dl>
      )}
      {messages.length > 0 && (
        <ul className={css.list}>
          {messages.map((message) => (
            <li key={message.id}>
              <span className={css.what}>
                {message.person ? (
                  <Link to={`/people/${message.person.id}`}>
                    {message.person.email ?? (message.person.name || 'A visitor')}
                  </Link>
                ) : (
                  'Somebody who is gone'
                )}
              </span>
              {fateOf(message)}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
