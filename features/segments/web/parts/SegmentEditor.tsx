import { ActionIcon, Button, Menu } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { askFirst, forget, useCall, useGo, useMay, useMutate, useTitle } from '@millrace/kit/web'
import { IconCopy, IconDots, IconTrash, IconUsers } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { AUTO_PREFIX, checkConditions, type Segment, type SegmentUse, segmentsContract } from '../../contract/index.ts'
import ConditionBuilder from '../builder/ConditionBuilder.tsx'
import { type KindWords, useKindWords } from '../builder/kindWords.ts'
import { useSegmentsOf } from '../useSegmentsOf.ts'
import { askToDelete } from './askToDelete.tsx'
import { Building } from './Building.tsx'
import { ColorPicker } from './ColorPicker.tsx'
import c from './Editor.module.css'
import { PreviewPanel } from './PreviewPanel.tsx'
import { UsedBy } from './UsedBy.tsx'
import { type Draft, useDraft } from './useDraft.ts'

const nameFault = (name: string): string | undefined => {
  if (!name.trim()) return 'Give the segment a name.'
  return name.startsWith(AUTO_PREFIX) ? `A segment's name cannot start with "${AUTO_PREFIX}".` : undefined
}

const askAboutFlows = (flows: readonly SegmentUse[]) =>
  askFirst({
    title: 'Change a segment that active flows use?',
    children: (
      <>
        People may enter or leave these flows because of it:
        <ul>
          {flows.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </>
    ),
    confirm: 'Save segment',
  })

/** A save that is quicker than this shows no sign that it goes on. */
const QUICK_MS = 50

type Saving = {
  saved: Segment | undefined
  objectName: string
  uses: readonly SegmentUse[]
  settle: (segment: Segment) => void
}

const useSaving = ({ saved, objectName, uses, settle }: Saving) => {
  const go = useGo()
  const [madeId, setMadeId] = useState<number>()
  // The page is left after the draft is settled, else it would ask whether to leave without saving.
  useEffect(() => {
    if (madeId !== undefined) go({ to: `/segments/${madeId}`, replace: true })
  }, [madeId, go])
  const options = {
    invalidates: [segmentsContract.listSegments, segmentsContract.listSegmentPeople],
    success: '✅ Segment saved.',
    scope: 'segment',
  }
  const create = useMutate(segmentsContract.createSegment, {
    ...options,
    onDone: ({ segment }) => {
      settle(segment)
      setMadeId(segment.id)
    },
  })
  const update = useMutate(segmentsContract.updateSegment, {
    ...options,
    onDone: ({ segment }) => {
      settle(segment)
      void forget(segmentsContract.previewSegment)
    },
  })
  const save = async (draft: Draft) => {
    const body = { ...draft, name: draft.name.trim() }
    if (!saved) return create.mutate({ body: { ...body, objectName } })
    const flows = uses.filter(({ kind, isActive }) => kind === 'flow' && isActive)
    const isOther = JSON.stringify(saved.conditions) !== JSON.stringify(draft.conditions)
    if (isOther && flows.length && !(await askAboutFlows(flows))) return
    update.mutate({ params: { id: saved.id }, body })
  }
  return { save, isSaving: create.isPending || update.isPending }
}

type MenuProps = { segment: Segment; kind: KindWords; mayWrite: boolean; onDelete: () => void }

const MoreMenu = ({ segment, kind, mayWrite, onDelete }: MenuProps) => {
  const go = useGo()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon aria-label="More">
          <IconDots size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown miw={170}>
        <Menu.Item
          leftSection={<IconUsers size={15} stroke={1.7} aria-hidden />}
          onClick={() => go(kind.addressOf(segment.id))}
        >
          See its {kind.many}
        </Menu.Item>
        {mayWrite && (
          <Menu.Item
            leftSection={<IconCopy size={15} stroke={1.7} aria-hidden />}
            onClick={() => go(`/segments/new?from=${segment.id}`)}
          >
            Duplicate
          </Menu.Item>
        )}
        {mayWrite && !segment.readOnly && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />} onClick={onDelete}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** How far the work on who is in a segment is, asked for as long as it goes on. */
const BuildingNow = ({ id, objectName }: Pick<Segment, 'id' | 'objectName'>) => {
  const { data } = useSegmentsOf(objectName, id)
  const segment = data?.segments.find((one) => one.id === id)
  return segment?.building ? (
    <div className={c.building}>
      <Building segment={segment} />
    </div>
  ) : null
}

type Props = {
  /** The segment on the server; undefined for a new one. */
  saved: Segment | undefined
  /** What it is made of: `person`, `company`, … */
  objectName: string
  /** What a new one begins as. */
  from?: Draft | undefined
}

/** Edits a segment: its name, colour and conditions, with a live preview. */
export const SegmentEditor = ({ saved, objectName, from }: Props) => {
  const { draft, isDirty, change, discard, settle } = useDraft(saved, from)
  const uses = useCall(
    segmentsContract.listSegmentUses,
    { params: { id: saved?.id ?? 0 } },
    { enabled: saved !== undefined },
  ).data?.uses
  const { save, isSaving } = useSaving({ saved, objectName, uses: uses ?? [], settle })
  const [wasSaving] = useDebouncedValue(isSaving, QUICK_MS)
  const kind = useKindWords(objectName)
  const go = useGo()
  const mayWrite = useMay('people:write')
  const isLocked = (saved?.readOnly ?? false) || !mayWrite
  const [wasTried, setTried] = useState(false)
  useTitle(draft.name || 'New segment')
  const fault = wasTried && !isLocked ? nameFault(draft.name) : undefined
  const trySave = () => {
    setTried(true)
    if (isLocked || isSaving || nameFault(draft.name) || checkConditions(draft.conditions).length) return
    void save(draft)
  }
  useHotkeys([['mod+S', trySave]], [])
  const remove = async () => {
    if (!saved || !(await askToDelete(saved, uses ?? [], kind))) return
    discard()
    go({ to: kind.isOfPeople ? '/segments' : `/objects/${encodeURIComponent(objectName)}`, replace: true })
  }
  const foot = (
    <div className={c.foot}>
      {isLocked && (
        <span className={c.locked}>{mayWrite ? 'Every account has this segment.' : 'You can look, not change.'}</span>
      )}
      {!isLocked && (
        <>
          <Button variant="default" disabled={!isDirty || isSaving} onClick={discard}>
            Discard
          </Button>
          <Button disabled={!isDirty && saved !== undefined} loading={isSaving && wasSaving} onClick={trySave}>
            Save segment
          </Button>
        </>
      )}
    </div>
  )
  return (
    <div className={c.page}>
      <div className={c.main}>
        <div className={c.inner}>
          <div className={c.title}>
            <ColorPicker value={draft.color} onChange={(color) => change({ color })} disabled={isLocked} />
            <h1>
              <input
                className={c.name}
                aria-label="Name of the segment"
                aria-invalid={fault !== undefined}
                placeholder="Name this segment"
                value={draft.name}
                maxLength={255}
                disabled={isLocked}
                onChange={(event) => change({ name: event.currentTarget.value })}
                data-autofocus={saved ? undefined : true}
              />
            </h1>
            {saved && <MoreMenu segment={saved} kind={kind} mayWrite={mayWrite} onDelete={() => void remove()} />}
          </div>
          <p className={c.used} data-wrong={fault ? true : undefined}>
            {fault ??
              (saved
                ? uses && <UsedBy uses={uses} />
                : kind.isOfPeople
                  ? 'Conditions decide who is in it; people come and go by themselves.'
                  : `Conditions decide which ${kind.many} are in it; they come and go by themselves.`)}
          </p>
          {saved && <BuildingNow id={saved.id} objectName={objectName} />}
          <ConditionBuilder
            value={draft.conditions}
            onChange={(conditions) => change({ conditions })}
            showFaults={wasTried}
            isReadOnly={isLocked}
            objectName={objectName}
            {...(saved && { ownId: saved.id })}
          />
        </div>
      </div>
      <PreviewPanel
        conditions={draft.conditions}
        objectName={objectName}
        listAddress={saved && kind.addressOf(saved.id)}
        foot={foot}
      />
    </div>
  )
}
