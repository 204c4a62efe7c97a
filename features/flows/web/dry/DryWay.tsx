import { Button, SegmentedControl } from '@mantine/core'
import { EmailPreviewFrame } from '@millrace/emails/web'
import { Skeleton } from '@millrace/kit/web'
import { WhyTree } from '@millrace/segments/web'
import { Suspense, useState } from 'react'
import { type DryStay, exitsOf, type Flow } from '../../contract/index.ts'
import kinds from '../trace/stay.module.css'
import css from './dry.module.css'

type Props = {
  run: { stays: DryStay[]; verdict: string }
  flow: Flow
  stepName(id: number): string
  goTo(id: number): void
  choices: Readonly<Record<string, string>>
  onChoose(stepId: number, exit: string): void
  onForget(): void
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const

/** How much later than the beginning. */
const laterBy = (from: string, to: string): string => {
  const ms = new Date(to).getTime() - new Date(from).getTime()
  const [length, unit] = UNITS.find(([least]) => ms >= least) ?? [0, '']
  if (!length) return 'at once'
  const count = Math.round((ms / length) * 10) / 10
  return `after ${count} ${unit}${count === 1 ? '' : 's'}`
}

const Mail = ({ mail }: { mail: NonNullable<DryStay['mail']> }) => {
  const [isShown, setShown] = useState(false)
  return (
    <div className={css.mail}>
      <span>
        “{mail.subject || mail.name}” to {mail.to || 'nobody: there is no address'}
      </span>
      <button type="button" className={css.link} onClick={() => setShown(!isShown)} aria-expanded={isShown}>
        {isShown ? 'Hide the mail' : 'Show the mail'}
      </button>
      {isShown && (
        <Suspense fallback={<Skeleton width="80%" />}>
          <EmailPreviewFrame emailId={mail.emailId} isTiny />
        </Suspense>
      )}
    </div>
  )
}

const Stay = ({ stay, first, ...props }: Props & { stay: DryStay; first: string }) => {
  const { flow, stepName, goTo, onChoose } = props
  const step = flow.steps[stay.stepId]
  const exits = step ? exitsOf(step) : []
  return (
    <li className={`${css.stay} ${kinds.stay}`} data-kind={stay.kind}>
      <div className={css.line}>
        <button type="button" className={css.step} onClick={() => goTo(stay.stepId)}>
          {stay.title || stepName(stay.stepId)}
        </button>
        <time dateTime={stay.enteredAt} title={new Date(stay.enteredAt).toLocaleString()}>
          {laterBy(first, stay.enteredAt)}
        </time>
      </div>
      {stay.text && stay.text !== stay.title && <span className={css.words}>{stay.text}</span>}
      {stay.error && <span className={css.error}>{stay.error}</span>}
      {stay.mail && <Mail mail={stay.mail} />}
      {exits.length > 1 && stay.leftAt && (
        <SegmentedControl
          size="xs"
          aria-label={`Way out of ${stay.title}`}
          data={exits.map((exit) => ({ value: exit, label: exit }))}
          value={stay.exit ?? ''}
          onChange={(exit) => onChoose(stay.stepId, exit)}
        />
      )}
      {stay.isChosen && <span className={css.words}>Chosen by hand.</span>}
      {stay.explanation && !stay.isChosen && (
        <details className={css.why}>
          <summary>Why “{stay.exit}”</summary>
          <Suspense fallback={<Skeleton width="50%" />}>
            <WhyTree explanation={stay.explanation} />
          </Suspense>
        </details>
      )}
    </li>
  )
}

/** What a dry run told: each stay with its time, its mail, and why a filter chose; other exits can be tried. */
export const DryWay = (props: Props) => {
  const { run, choices, onForget } = props
  const first = run.stays[0]?.enteredAt ?? ''
  return (
    <section aria-label="What would happen" aria-live="polite">
      <p className={css.verdict}>{run.verdict}</p>
      <ol className={css.list}>
        {run.stays.map((stay, index) => (
          <Stay key={`${index} ${stay.stepId}`} {...props} stay={stay} first={first} />
        ))}
      </ol>
      {Object.keys(choices).length > 0 && (
        <Button variant="subtle" size="xs" onClick={onForget}>
          Let the filters choose
        </Button>
      )}
    </section>
  )
}
