import {
  askFirst,
  BulkBar,
  BulkButton,
  count,
  forget,
  plural,
  type Selection,
  send,
  sentenceOf,
  told,
  useSelected,
} from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { MOST_OBJECTS, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { OBJECT_CALLS } from '../data.ts'
import { idsOf, type Wanted } from './objectsSource.ts'

type Props = { schema: ObjectSchema; selection: Selection<number>; total: number; wanted: Wanted }
type Action = 'archive' | 'restore' | 'delete'

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const
const SAID = { archive: 'archived', restore: 'restored', delete: 'deleted' }

const chunksOf = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / MOST_OBJECTS) }, (_, at) =>
    ids.slice(at * MOST_OBJECTS, (at + 1) * MOST_OBJECTS),
  )

/** What can be done with the chosen objects of a list: a thousand at a time, each whole, with how far it is. */
export default function ObjectsBulk({ schema, selection, total, wanted }: Props) {
  const chosen = useSelected(selection)
  const [done, setDone] = useState<number>()
  const howMany = selection.count(total)
  const words = (some: number) =>
    plural(some, schema.displayNameSingular.toLowerCase(), schema.displayNamePlural.toLowerCase())
  const run = async (action: Action) => {
    let changed = 0
    setDone(0)
    try {
      const ids = chosen.isAll ? (await idsOf(wanted)).filter((id) => !chosen.ids.has(id)) : [...chosen.ids]
      for (const some of chunksOf(ids)) {
        const input = { params: { objectName: schema.name }, body: { action, ids: some } }
        changed += (await send(objectsContract.changeManyObjects, input)).changed
        setDone(changed)
      }
      told.success(`${words(changed)} ${SAID[action]}.`)
      selection.setAll(false)
    } catch (error) {
      told.error(changed ? `Only ${words(changed)} ${SAID[action]}.` : 'Nothing was changed.', sentenceOf(error))
    }
    setDone(undefined)
    await forget(...OBJECT_CALLS)
  }
  const ask = async (action: 'archive' | 'delete') => {
    const isSure = await askFirst(
      action === 'archive'
        ? {
            title: `Archive ${words(howMany)}?`,
            children: 'They leave lists, segments and what they are tied to. You can bring them back.',
            confirm: 'Archive',
          }
        : {
            title: `Delete ${words(howMany)} for good?`,
            children: 'Their fields and everything that ties them are removed. This cannot be undone.',
            confirm: `Delete ${words(howMany)}`,
            danger: true,
          },
    )
    if (isSure) await run(action)
  }
  const isBusy = done !== undefined
  return (
    <BulkBar selected={howMany} onClear={() => selection.setAll(false)}>
      {isBusy && <span role="status">{count(done)} done …</span>}
      {wanted.isArchived ? (
        <BulkButton icon={<IconArchiveOff {...ICON} />} disabled={isBusy} onClick={() => void run('restore')}>
          Restore
        </BulkButton>
      ) : (
        <BulkButton icon={<IconArchive {...ICON} />} disabled={isBusy} onClick={() => void ask('archive')}>
          Archive
        </BulkButton>
      )}
      <BulkButton icon={<IconTrash {...ICON} />} disabled={isBusy} onClick={() => void ask('delete')}>
        Delete
      </BulkButton>
    </BulkBar>
  )
}
