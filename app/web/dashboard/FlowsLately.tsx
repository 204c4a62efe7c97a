import { flowsContract } from '@millrace/flows/contract'
import { count, Link, plural, Spark, StatusDot, useCall } from '@millrace/kit/web'
import { hasPage } from '../hasPage.ts'
import css from './Dashboard.module.css'

const MOST = 6

/** The flows that run, with who came into them lately. */
export const FlowsLately = () => {
  const { data } = useCall(flowsContract.listFlows, { query: { limit: 50 } })
  const { data: counts } = useCall(flowsContract.countFlowsPeople, { query: { days: 30 } })
  if (!hasPage('/flows') || !data || data.integrations.length === 0) return null
  const entered = (id: number) => counts?.metrics[id]?.peopleEnteredFlow ?? 0
  const flows = [...data.integrations]
    .sort((a, b) => Number(b.status === 'on') - Number(a.status === 'on') || entered(b.id) - entered(a.id))
    .slice(0, MOST)
  return (
    <section className={css.card} aria-labelledby="flows-lately">
      <div className={css.cardHead}>
        <h2 id="flows-lately">Flows</h2>
        <Link to="/flows">All flows</Link>
      </div>
      {flows.map(({ id, name, status, queued, activatedAt }) => {
        const days = counts?.metrics[id]?.days.map((day) => day.entered)
        return (
          <Link key={id} to={`/flows/${id}`} className={css.row}>
            <div className={css.rowText}>
              <b>{name}</b>
              <small>{plural(queued, 'person', 'people')} inside</small>
            </div>
            {days && days.length > 1 && entered(id) > 0 && <Spark data={days} />}
            <span className={css.figure} title="Entered in the last 30 days">
              {entered(id) ? count(entered(id)) : '—'}
            </span>
            <span style={{ width: 74 }}>
              <StatusDot tone={status === 'on' ? 'on' : activatedAt ? 'off' : 'draft'}>
                {status === 'on' ? 'Active' : activatedAt ? 'Paused' : 'Draft'}
              </StatusDot>
            </span>
          </Link>
        )
      })}
    </section>
  )
}
