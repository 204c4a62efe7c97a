import { TagPill } from '@millrace/kit/web'
import { tagsIn } from '../../contract/index.ts'
import css from './tags.module.css'

/** More are not drawn: a row of a long table has to be light. */
const MOST = 8

/** Tags in a cell of a long table: those that fit, an ellipsis for the others, and all of them when pointed at. */
export const TagsCell = ({ tags, colors }: { tags: string; colors: ReadonlyMap<string, string> }) => {
  const all = tagsIn(tags)
  return (
    <span className={css.inCell} title={all.join(', ')}>
      {all.slice(0, MOST).map((tag) => (
        <TagPill key={tag} name={tag} color={colors.get(tag.toLowerCase()) ?? null} />
      ))}
      {all.length > MOST && ` +${all.length - MOST}`}
    </span>
  )
}
