import { ProgressBar } from '@millrace/kit/web'
import { IconAlertTriangle, IconCheck, IconDownload, IconX } from '@tabler/icons-react'
import type { PeopleJob } from '../../contract/index.ts'
import { doingOf, endOf, isOver, stateOf } from './jobWords.ts'
import css from './PeopleJobs.module.css'
import { useJobs } from './useJobs.ts'

type Props = { job: PeopleJob; onHide: () => void; onStop: () => void }

const Working = ({ job, onStop }: Omit<Props, 'onHide'>) => {
  const percent = Math.floor(job.progress * 100)
  return (
    <>
      <div className={css.line}>
        <span className={css.what}>{doingOf(job)}</span>
        <span className={`${css.how} num`}>{percent} %</span>
        <button type="button" className={css.stop} onClick={onStop} aria-label={`Stop: ${doingOf(job)}`}>
          Stop
        </button>
      </div>
      <ProgressBar label={doingOf(job)} done={percent} total={100} unit="percent" />
      <div className={`${css.how} num`}>{stateOf(job)}</div>
    </>
  )
}

const Ended = ({ job, onHide }: Omit<Props, 'onStop'>) => (
  <div className={css.line} role={job.status === 'failed' ? 'alert' : 'status'}>
    {job.status === 'failed' ? (
      <IconAlertTriangle className={css.bad} size={16} stroke={1.8} aria-hidden />
    ) : (
      <IconCheck className={css.good} size={16} stroke={2} aria-hidden />
    )}
    <span className={css.end}>{endOf(job)}</span>
    {job.hasFile && (
      <a className={css.get} href={`/v1/people/jobs/${job.id}/file`} download>
        <IconDownload size={14} stroke={1.8} aria-hidden />
        Download
      </a>
    )}
    <button type="button" className={css.hide} onClick={onHide} aria-label={`Dismiss: ${endOf(job)}`}>
      <IconX size={14} stroke={1.8} aria-hidden />
    </button>
  </div>
)

/** Work on many people that goes on: how far it is, how to stop it, and what it came to. Stands over every page. */
export default function PeopleJobs() {
  const { jobs, hide, stop } = useJobs()
  if (!jobs.length) return null
  return (
    <section className={css.box} aria-label="Work on people">
      {jobs.map((job) => (
        <div key={job.id} className={css.job}>
          {isOver(job) ? (
            <Ended job={job} onHide={() => hide(job.id)} />
          ) : (
            <Working job={job} onStop={() => stop(job.id)} />
          )}
        </div>
      ))}
    </section>
  )
}
