import { count, TagPill } from '@millrace/kit/web'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Preview } from '../../contract/import.ts'
import { DryRunPanel } from '../parts/DryRunPanel.tsx'
import { type Draft, mappedOf } from '../parts/draft.ts'
import sectionsCss from '../parts/sections.module.css'
import type { DryRun } from '../parts/useDryRun.ts'
import { KINDS } from '../parts/words.ts'
import c from './review.module.css'

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={c.reviewRow}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const kindOf = (type = 'string', format?: string | null) =>
  KINDS.find(({ value }) => value === (type === 'string' && format ? format : type))?.label ?? 'Text'

/** Everything once more, before it begins. */
export const ReviewStage = ({ preview, draft, run }: { preview: Preview; draft: Draft; run: DryRun }) => {
  const mapped = mappedOf(draft)
  const made = mapped.filter(([, target]) => target.isNew)
  const places = new Map(preview.columns.map(({ header }, index) => [header, index]))
  const first = preview.rows[0] ?? []
  return (
    <div className={sectionsCss.stack}>
      <DryRunPanel run={run} />
      <div className={sectionsCss.card} data-padded>
        <dl className={c.review}>
          <Row label="People in the file">
            <b className="num">{`${preview.isReckoned ? 'about ' : ''}${count(preview.numPeople)}`}</b>
          </Row>
          <Row label="Name">{draft.name || preview.fileName}</Row>
          <Row label="People who are there already">
            {draft.strategy === 'update' ? 'are updated' : 'are left alone'}
          </Row>
          <Row label="Tags">
            {draft.tags.length ? (
              <span className={c.tags}>
                {draft.tags.map((tag) => (
                  <TagPill key={tag} name={tag} />
                ))}
              </span>
            ) : (
              'none'
            )}
          </Row>
          {made.length > 0 && (
            <Row label="New fields">
              {made
                .map(
                  ([, { title, field, type, format }]) => `${title ?? field} (${kindOf(type, format).toLowerCase()})`,
                )
                .join(', ')}
            </Row>
          )}
          <Row label="Columns, with the first person">
            <ul className={c.pairs}>
              {mapped.map(([header, { title, field }]) => (
                <li key={header}>
                  <span title={header}>{header}</span>
                  <IconArrowRight size={13} stroke={1.7} aria-label="goes to" />
                  <b title={title ?? field}>{title ?? field}</b>
                  <em title={first[places.get(header) ?? -1]}>{first[places.get(header) ?? -1] || '—'}</em>
                </li>
              ))}
            </ul>
          </Row>
        </dl>
      </div>
    </div>
  )
}
