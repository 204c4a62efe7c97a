import {
  askFor,
  BigTable,
  EmptyState,
  forget,
  type PageSource,
  ROWS_PER_PAGE,
  readSort,
  type Sort,
  send,
  useMay,
  useSelection,
} from '@millrace/kit/web'
import { nameOfPerson, PeopleBulk, useTagColors } from '@millrace/people/web'
import { IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ALL_SEGMENT_ID, ARCHIVED_SEGMENT_ID, type Segment, segmentsContract } from '../../contract/index.ts'
import { useFieldChoices } from '../sources.ts'
import { peopleFault } from './peopleFault.ts'
import { columnsOf, type Person } from './personColumns.tsx'

const FIRST: Sort = '-createdAt'

const queryOf = (sort: Sort, page: number) => {
  const order = readSort(sort)
  return {
    limit: ROWS_PER_PAGE,
    offset: page * ROWS_PER_PAGE,
    ...(order && { sort: order.by, order: order.isDown ? ('desc' as const) : ('asc' as const) }),
  }
}

/** The people of a segment page by page; what could not be read is told in the words for it. */
const usePeople = ({ id }: Segment, sort: Sort) => {
  const [total, setTotal] = useState<{ key: string; count: number }>()
  const key = `${id} ${sort}`
  const source = useMemo<PageSource<Person>>(
    () => ({
      key: [segmentsContract.listSegmentPeople.path, id, sort],
      load: async (page, signal) => {
        const input = { params: { id }, query: queryOf(sort, page) }
        const answer = await (page === 0
          ? askFor(segmentsContract.listSegmentPeople, input)
          : send(segmentsContract.listSegmentPeople, input, { signal })
        ).catch((error: unknown) => {
          throw peopleFault(error, sort !== FIRST)
        })
        setTotal({ key: `${id} ${sort}`, count: answer.total })
        return answer.people
      },
    }),
    [id, sort],
  )
  return { source, total: total?.key === key ? total.count : undefined }
}

const Empty = ({ segment }: { segment: Segment }) => {
  const isAll = segment.id === ALL_SEGMENT_ID
  return (
    <EmptyState
      icon={<IconUsersGroup size={24} stroke={1.6} />}
      meaning="filter"
      title={isAll ? 'No people yet' : 'Nobody is in this segment'}
      text={
        isAll
          ? 'Import a list, add someone by hand or send events through the API; everybody appears here.'
          : 'People enter by themselves as soon as they meet the conditions, and leave when they no longer do.'
      }
    />
  )
}

const idOf = ({ id }: Person) => id
const addressOf = ({ id }: Person) => `/people/${id}`

type Props = { segment: Segment; sort: Sort | undefined; onSort: (sort: Sort | undefined) => void }

/** The people of a segment, drawn and loaded as far as they are scrolled to; asked for anew when it has others. */
export const SegmentPeople = ({ segment, sort = FIRST, onSort }: Props) => {
  const fields = useFieldChoices()
  const { source, total } = usePeople(segment, sort)
  const colors = useTagColors()
  const columns = useMemo(() => columnsOf(segment.conditions, fields, colors), [segment.conditions, fields, colors])
  const selection = useSelection()
  const [mayWrite, mayExport] = [useMay('people:write'), useMay('people:export')]
  const mayChoose = mayWrite || mayExport
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is chosen belongs to the segment that is shown
  useEffect(() => selection.setAll(false), [segment.id])
  const first = useRef({ id: segment.id, count: segment.count, isBuilding: !!segment.building })
  useEffect(() => {
    const before = first.current
    first.current = { id: segment.id, count: segment.count, isBuilding: !!segment.building }
    if (before.id !== segment.id) return
    if (before.count !== segment.count || before.isBuilding !== !!segment.building) {
      void forget(segmentsContract.listSegmentPeople)
    }
  }, [segment])
  if (total === 0) return <Empty segment={segment} />
  return (
    <>
      <BigTable
        label={`People in ${segment.name}`}
        total={total ?? Math.min(Math.max(segment.count, 1), 20)}
        source={source}
        idOf={idOf}
        nameOf={nameOfPerson}
        columns={columns}
        sort={sort}
        onSort={onSort}
        to={addressOf}
        {...(mayChoose && { selection })}
      />
      {mayChoose && (
        <PeopleBulk
          selection={selection}
          total={total ?? 0}
          everybody={{ segmentId: segment.id }}
          isArchived={segment.id === ARCHIVED_SEGMENT_ID}
        />
      )}
    </>
  )
}
