import { eventsContract } from '@millrace/events/contract'
import { wordsOfEvent } from '@millrace/events/web'
import { ago, exactly, Link, PersonAvatar, Skeleton, useCall, useMay } from '@millrace/kit/web'
import { nameOfPerson } from '@millrace/people/web'
import css from './Dashboard.module.css'

const MOST = 14
const EVERY = 10_000

/** What people did just now; comes in by itself. */
export const Lately = () => {
  const mayRead = useMay('people:read')
  const { data, isPending } = useCall(
    eventsContract.listAllEvents,
    { query: { limit: MOST, includeEndUsers: true } },
    { everyMs: EVERY, enabled: mayRead },
  )
  if (!mayRead) return null
  return (
    <section className={css.card} aria-labelledby="lately">
      <div className={css.cardHead}>
        <h2 id="lately">Just now</h2>
      </div>
      {isPending &&
        Array.from({ length: 6 }, (_, index) => (
          <div className={css.row} key={index}>
            <Skeleton width={24} height={24} />
            <Skeleton width={`${50 + ((index * 17) % 30)}%`} />
          </div>
        ))}
      {data?.events.map((event) => {
        const person = event.endUser
        const name = person ? nameOfPerson(person) : 'Somebody'
        return (
          <Link key={event.id} to={`/people/${person?.id ?? ''}`} className={css.row}>
            <PersonAvatar id={person?.id ?? 0} name={name} size={26} />
            <div className={css.rowText}>
              <b>{name}</b>
              <small>{wordsOfEvent(event)}</small>
            </div>
            <time title={exactly(event.createdAt)}>{ago(event.createdAt)}</time>
          </Link>
        )
      })}
      {data?.events.length === 0 && (
        <div className={css.none}>What people do in your product and with your mail shows here as it happens.</div>
      )}
    </section>
  )
}
