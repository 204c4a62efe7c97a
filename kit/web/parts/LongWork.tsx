import { IconAlertTriangle, IconCheck, IconDownload, IconX } from '@tabler/icons-react'
import css from './LongWork.module.css'
import { ProgressBar } from './ProgressBar.tsx'
import type { ShownWork } from './useLongWork.ts'

const Working = ({ work: { words, job, stop } }: { work: ShownWork }) => {
  const percent = Math.floor(job.progress * 100)
  return (
    <>
      <div className={css.line}>
        <span className={css.what}>{words.doing}</span>
        <span className={`${css.how} num`}>{percent} %</span>
        <button type="button" className={css.stop} onClick={stop} aria-label={`Stop: ${words.doing}`}>
          Stop
        </button>
      </div>
      <ProgressBar label={words.doing} done={percent} total={100} unit="percent" />
      <div className={`${css.how} num`}>{words.state}</div>
    </>
  )
}

const Ended = ({ work: { words, job, file, hide } }: { work: ShownWork }) => (
  <div className={css.line} role={job.status === 'failed' ? 'alert' : 'status'}>
    {job.status === 'failed' ? (
      <IconAlertTriangle className={css.bad} size={16} stroke={1.8} aria-hidden />
    ) : (
      <IconCheck className={css.good} size={16} stroke={2} aria-hidden />
    )}
    <span className={css.end}>{words.end}</span>
    {job.hasFile && (
      <a className={css.get} href={file} download>
        <IconDownload size={14} stroke={1.8} aria-hidden />
        Download
      </a>
    )}
    <button type="button" className={css.hide} onClick={hide} aria-label={`Dismiss: ${words.end}`}>
      <IconX size={14} stroke={1.8} aria-hidden />
    </button>
  </div>
)

/** Work on much at once that goes on: how far it is, how to stop it, and what it came to. */
export const LongWork = ({ label, work }: { label: string; work: readonly ShownWork[] }) =>
  work.length > 0 && (
    <section className={css.box} aria-label={label}>
      {work.map((one) => (
        <div key={one.key} className={css.job}>
          {one.isOver ? <Ended work={one} /> : <Working work={one} />}
        </div>
      ))}
    </section>
  )
