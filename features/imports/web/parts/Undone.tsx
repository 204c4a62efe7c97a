import { Button } from '@mantine/core'
import { count, Link, plural } from '@millrace/kit/web'
import { IconDownload } from '@tabler/icons-react'
import type { Import, KeptPerson } from '../../contract/import.ts'
import outcomeCss from './outcome.module.css'
import c from './rows.module.css'
import sectionsCss from './sections.module.css'

const sentenceOf = ({ removed, restored, kept, merged }: NonNullable<Import['undo']>): string => {
  const parts = [
    ...(removed ? [`${plural(removed, 'person', 'people')} removed`] : []),
    ...(restored ? [`${plural(restored, 'person', 'people')} as before`] : []),
    ...(kept > merged ? [`${count(kept - merged)} left, because something else touched them since`] : []),
    ...(merged ? [`${count(merged)} left, because they have become one with somebody since`] : []),
  ]
  return parts.length ? `${parts.join(', ')}.` : 'There was nothing to take back.'
}

/** What taking an import back has come to, and whom it left as they are. */
export const Undone = ({ of, undo, kept }: { of: Import; undo: NonNullable<Import['undo']>; kept: KeptPerson[] }) => (
  <section className={outcomeCss.refused} aria-label="Undone">
    <div className={sectionsCss.sectionHead}>
      <div>
        <h2>{of.status === 'undone' ? 'This import was undone' : 'Undoing'}</h2>
        <p>{sentenceOf(undo)}</p>
      </div>
      {undo.kept > 0 && (
        <Button
          component="a"
          href={`/v1/imports/${of.id}/kept`}
          download
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
        >
          Download who was left
        </Button>
      )}
    </div>
    {kept.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <div className={c.scroller} tabIndex={0} role="region" aria-label="People who were left as they are">
        <table className={c.preview}>
          <thead>
            <tr>
              <th>Person</th>
              <th>Why</th>
            </tr>
          </thead>
          <tbody>
            {kept.map(({ personId, email, message }) => (
              <tr key={`${personId} ${message}`}>
                <td>
                  <Link to={`/people/${personId}`} className={c.name}>
                    {email ?? `Person ${personId}`}
                  </Link>
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
    {undo.kept > kept.length && (
      <p className={sectionsCss.more}>The first {kept.length} are shown; the file has them all.</p>
    )}
  </section>
)
