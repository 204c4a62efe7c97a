import { Link } from '@millrace/kit/web'
import { IconCheck } from '@tabler/icons-react'
import c from './stages.module.css'
import { STAGES, type StageName } from './words.ts'

/** Where we are on the way; stages that are behind us lead back. */
export const Stages = ({ current, search }: { current: StageName; search: Record<string, string> }) => {
  const place = STAGES.findIndex(({ name }) => name === current)
  return (
    <nav aria-label="Stages of the import">
      <ol className={c.stages}>
        {STAGES.map(({ name, label }, index) => {
          const inside = (
            <>
              <span className={c.stageMark}>
                {index < place ? <IconCheck size={12} stroke={2.4} aria-hidden /> : index + 1}
              </span>
              <span className={c.stageLabel}>{label}</span>
            </>
          )
          return (
            <li key={name} data-state={index < place ? 'done' : index === place ? 'now' : 'ahead'}>
              {index < place ? (
                <Link to={`/people/imports/new/${name}`} search={search} className={c.stage}>
                  {inside}
                </Link>
              ) : (
                <span className={c.stage} aria-current={index === place ? 'step' : undefined}>
                  {inside}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
