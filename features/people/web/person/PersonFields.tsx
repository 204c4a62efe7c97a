import { Button } from '@mantine/core'
import { type Folder, foldersContract } from '@millrace/folders/contract'
import { CopyButton, RecordSection, useCall, useMay, useShortcut } from '@millrace/kit/web'
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Person, PersonField } from '../../contract/index.ts'
import { useFields } from '../data.ts'
import { formatField } from '../fields/formatField.ts'
import { fieldProblem } from './fieldProblem.ts'
import { groupsOfFields } from './groupsOfFields.ts'
import css from './personFields.module.css'
import { useFieldSaves } from './useFieldSaves.ts'

const FieldEditor = lazy(() => import('./FieldEditor.tsx').then((file) => ({ default: file.FieldEditor })))

/** Fields that are changed by what people do, not by hand. */
const BY_ITSELF = ['segmentAnonymousId', 'createdAt', 'lastSeenAt', 'unsubscribed', 'unsubscribeReason']

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const tidy = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value)

const isFolder = (one: { type: string }): one is Folder => one.type === 'folder'

/** What is known of a person, by folder, each field to be changed in its place; fields without a value at a press. */
export const PersonFields = ({ person }: { person: Person }) => {
  const [isAll, setAll] = useState(false)
  const [open, setOpen] = useState<string>()
  const mayWrite = useMay('people:write')
  const { save, undo, last, refusals } = useFieldSaves(person)
  useShortcut('mod z', 'Undo the last change of a field', undo, 'This page', last !== undefined && open === undefined)
  const folders = useCall(foldersContract.listFolders, { query: { folderType: 'personFields' } })
  const groups = groupsOfFields(useFields(), folders.data?.folders.filter(isFolder) ?? [])
  const isEmpty = ({ name }: PersonField) => formatIsEmpty(person[name])
  const empty = groups.flatMap(({ fields }) => fields).filter(isEmpty).length
  return (
    <>
      {last && (
        <div className={css.undo} role="status">
          <span>{last.field.title} was changed.</span>
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconArrowBackUp size={13} aria-hidden />}
            onClick={undo}
          >
            Undo
          </Button>
        </div>
      )}
      {groups.map(({ title, fields }) => {
        const shown = fields.filter((field) => isAll || !isEmpty(field) || open === field.name)
        if (shown.length === 0) return null
        return (
          <RecordSection key={title} title={title}>
            <dl className={css.fields}>
              {shown.map((field) => (
                <FieldRow
                  key={field.name}
                  field={field}
                  value={person[field.name]}
                  refusal={refusals[field.name]}
                  canEdit={mayWrite && !field.readOnly && !BY_ITSELF.includes(field.name)}
                  isOpen={open === field.name}
                  onOpen={() => setOpen(field.name)}
                  onClose={() => setOpen((now) => (now === field.name ? undefined : now))}
                  onSave={(value) => void save(field, value)}
                />
              ))}
            </dl>
          </RecordSection>
        )
      })}
      {empty > 0 && (
        <RecordSection>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={css.more as string}
            onClick={() => setAll(!isAll)}
          >
            {isAll ? 'Hide empty fields' : `Show ${empty} empty ${empty === 1 ? 'field' : 'fields'}`}
          </Button>
        </RecordSection>
      )}
    </>
  )
}

const formatIsEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

type RowProps = {
  field: PersonField
  value: unknown
  refusal: string | undefined
  canEdit: boolean
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onSave: (value: unknown) => void
}

const FieldRow = (props: RowProps) => {
  const { field, value, refusal, canEdit, isOpen } = props
  return (
    <>
      <dt title={field.tooltip || field.description || field.title}>{field.title}</dt>
      <dd data-open={isOpen || undefined}>
        {isOpen ? (
          <Editing {...props} />
        ) : (
          <Shown field={field} value={value} canEdit={canEdit} onOpen={props.onOpen} />
        )}
        {refusal && !isOpen && (
          <span className={css.refusal} role="alert">
            {refusal}
          </span>
        )}
      </dd>
    </>
  )
}

const linkOf = ({ displayType, name }: PersonField, value: string): string | undefined => {
  if (displayType === 'email') return `mailto:${value}`
  if (displayType === 'phone') return `tel:${value.replace(/[^\d+]/g, '')}`
  return (displayType === 'url' || name === 'website') && /^https?:\/\//.test(value) ? value : undefined
}

const Shown = ({ field, value, canEdit, onOpen }: Pick<RowProps, 'field' | 'value' | 'canEdit' | 'onOpen'>) => {
  const words = formatField(field, value, true)
  const href = typeof value === 'string' ? linkOf(field, value) : undefined
  const link = href && (
    <a href={href} target="_blank" rel="noreferrer" className={css.value}>
      {words}
    </a>
  )
  if (!canEdit)
    return (
      <span className={css.shown}>
        {link || words || <span className="dimmed">—</span>}
        {field.name === 'segmentAnonymousId' && words && <CopyButton text={words} label="Copy" size={20} />}
      </span>
    )
  return (
    <span className={css.shown}>
      {link}
      <button
        type="button"
        className={css.edit}
        aria-label={`Change ${field.title}: ${words || 'empty'}`}
        onClick={onOpen}
        data-icon={!!link || undefined}
      >
        {!link && (words || <span className="dimmed">—</span>)}
        <IconPencil size={13} stroke={1.8} aria-hidden />
      </button>
    </span>
  )
}

const Editing = ({ field, value, refusal, onClose, onSave }: RowProps) => {
  const [draft, setDraft] = useState<unknown>(value ?? null)
  const [error, setError] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const isOver = useRef(false)
  const done = (last: unknown) => {
    if (isOver.current) return
    const next = tidy(last)
    const problem = fieldProblem(field, next)
    setError(problem)
    if (problem) return
    isOver.current = true
    if (!isSame(next, value)) onSave(next)
    onClose()
  }
  const cancel = () => {
    isOver.current = true
    onClose()
  }
  useEffect(() => () => box.current?.closest('dd')?.querySelector('button')?.focus(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the control, or Escape in it, ends the editing
    <div
      ref={box}
      onKeyDown={(event) => event.key === 'Escape' && cancel()}
      onBlur={({ relatedTarget, currentTarget }) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        const isMenu = relatedTarget instanceof Element && relatedTarget.closest('[data-portal]')
        if (!isInside && !isMenu) done(draft)
      }}
    >
      <Suspense fallback={<span className={css.shown}>…</span>}>
        <FieldEditor
          field={field}
          value={draft}
          error={error ?? refusal}
          onChange={(next) => {
            setError(undefined)
            setDraft(next)
          }}
          onDone={(...given) => done(given.length ? given[0] : draft)}
        />
      </Suspense>
    </div>
  )
}
