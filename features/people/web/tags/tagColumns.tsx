import { FolderStar } from '@millrace/folders/web'
import { ColorDot, count, isoDay, type ListColumn } from '@millrace/kit/web'
import type { Tag } from '../../contract/index.ts'
import { mergeText } from './mergeText.ts'
import css from './tags.module.css'

/** A tag with its figures; undefined while they are on their way. */
export type TagRow = Tag & {
  people: number | undefined
  uses: number | undefined
  share: number
  /** Which part of the people has the tag that this one is becoming a part of. */
  merged?: number | undefined
}

const figure = (value: number | undefined) => (value === undefined ? '' : value ? count(value) : '—')

/** The columns of the list of tags. */
export const TAG_COLUMNS: ListColumn<TagRow>[] = [
  {
    id: 'tag',
    title: 'Tag',
    sortBy: ({ tag }) => tag.toLowerCase(),
    render: ({ id, tag, color, mergingInto, merged }) => (
      <span className={css.tag}>
        <ColorDot color={color} />
        <span>{tag}</span>
        <FolderStar id={id} name={tag} />
        {mergingInto && <em>{mergeText(mergingInto, merged)}</em>}
      </span>
    ),
  },
  {
    id: 'description',
    title: 'Description',
    sortBy: ({ description }) => description,
    isWideOnly: true,
    render: ({ description }) => <span className={css.words}>{description}</span>,
  },
  {
    id: 'people',
    title: 'People',
    align: 'right',
    width: 150,
    isDownFirst: true,
    sortBy: ({ people }) => people ?? 0,
    render: ({ people, color, share }) => (
      <span className={css.people}>
        <i aria-hidden="true">
          <b style={{ width: `${share * 100}%`, background: color }} />
        </i>
        <span>{figure(people)}</span>
      </span>
    ),
  },
  {
    id: 'uses',
    title: 'Used in',
    align: 'right',
    width: 92,
    isDownFirst: true,
    isWideOnly: true,
    sortBy: ({ uses }) => uses ?? 0,
    render: ({ uses }) => figure(uses),
  },
  {
    id: 'createdAt',
    title: 'Created',
    width: 120,
    isDownFirst: true,
    isWideOnly: true,
    sortBy: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <span className="num">{isoDay(createdAt)}</span>,
  },
]
