import { ActionIcon, Button, CloseButton, Loader, Menu, TextInput } from '@mantine/core'
import { IconTile } from '@millrace/kit/web'
import { IconCopy, IconDots, IconEdit, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { type FlowLife, type Names, stepTypeOf, summaryOf } from '../../contract/index.ts'
import type { StepPart } from '../canvas/document.ts'
import { sameValue } from '../canvas/sameValue.ts'
import { StepIcon } from '../canvas/stepIcon.tsx'
import { asStep } from '../canvas/toNodes.ts'
import type { Arrival } from '../screens/useCanvasView.ts'
import { Clash } from './Clash.tsx'
import css from './inspector.module.css'
import { panelOf } from './panels.tsx'
import { Hint } from './parts.tsx'
import { type Refused, useStepDraft } from './useStepDraft.ts'

type Props = {
  step: StepPart
  stepId?: number
  names: Names
  /** What the server found wrong, by setting. */
  problems: readonly { field: string | null; message: string }[]
  isReadOnly: boolean
  onSave(changes: Pick<StepPart, 'values' | 'title'>): void
  onClose(): void
  onDuplicate(): void
  onDelete(): void
  onPeople(): void
  /** Others who have the step open. */
  others: FlowLife['present']
  /** How the keyboard came here; by the pointer one goes in only where nothing is set yet. */
  arrival?: Arrival
  /** What was typed and could not be saved. */
  mine?: Refused
  /** The member said which counts. */
  onSettled(): void
}

const LABELS = { trigger: 'Trigger', filter: 'Filter', action: 'Action', wait: 'Wait', goal: 'Goal' }

const StepMenu = ({
  onRename,
  onDuplicate,
  onDelete,
  onPeople,
}: Pick<Props, 'onDuplicate' | 'onDelete' | 'onPeople'> & { onRename(): void }) => (
  <Menu>
    <Menu.Target>
      <ActionIcon aria-label="More">
        <IconDots size={17} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown miw={180}>
      <Menu.Item leftSection={<IconEdit size={15} />} onClick={onRename}>
        Rename
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={onDuplicate}>
        Duplicate
      </Menu.Item>
      <Menu.Item leftSection={<IconUsersGroup size={15} />} onClick={onPeople}>
        People in this step
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={onDelete}>
        Delete step
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

const FIRST = ['fieldset input:not([type=checkbox]), fieldset textarea', 'fieldset button']

/** Takes the focus into the settings as soon as they are there; what still slides in would be scrolled to, and the page with it. */
const Entering = ({ root, goesIn }: { root: RefObject<HTMLElement | null>; goesIn: unknown }) => {
  useEffect(() => {
    const panel = root.current
    if (goesIn)
      (FIRST.map((one) => panel?.querySelector<HTMLElement>(one)).find(Boolean) ?? panel)?.focus({
        preventScroll: true,
      })
  }, [root, goesIn])
  return null
}

/** The drawer that edits one step. Nothing is saved before "Save step"; Ctrl+Enter saves too. */
export const Inspector = ({
  step,
  stepId,
  names,
  problems,
  isReadOnly,
  onSave,
  onClose,
  onDuplicate,
  onDelete,
  onPeople,
  others,
  arrival,
  mine,
  onSettled,
}: Props) => {
  const draft = useStepDraft(step, mine, onSettled)
  const { values, title = null, isChanged } = draft
  const [isNaming, setNaming] = useState(false)
  const root = useRef<HTMLElement>(null)
  const isEmpty = !Object.keys(step.values).length
  const goesIn = arrival ? arrival.isInside && arrival : isEmpty
  const type = stepTypeOf(step)
  const edited = { ...step, values, title }
  const problemOf = (field: string) => {
    const [setting = ''] = field.split('.')
    // What is typed now is judged when it is saved.
    if (!sameValue(values[setting], step.values[setting])) return undefined
    return problems.find((problem) => problem.field === field || problem.field?.startsWith(`${field}.`))?.message
  }
  const maySave = isChanged && !draft.isClash
  const save = () => {
    // Half-finished settings are kept: the canvas marks the step, and activation says what is missing.
    if (maySave) onSave({ values, title })
  }
  const Panel = panelOf(step)
  const summary = summaryOf(asStep(edited), names)
  return (
    <section
      ref={root}
      tabIndex={-1}
      className={css.panel}
      aria-label={`${type?.label ?? 'Unknown step'} settings`}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
        // What drops down closes first; the drawer closes by the next one.
        const isOpen = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true'
        if (event.key === 'Escape' && !event.defaultPrevented && !isOpen) onClose()
      }}
    >
      <header className={css.head}>
        <IconTile meaning={type?.kind ?? 'action'} size={32}>
          <StepIcon name={type?.icon ?? 'help'} />
        </IconTile>
        <div className={css.words}>
          <span>{LABELS[type?.kind ?? step.type]}</span>
          {isNaming ? (
            <TextInput
              size="xs"
              aria-label="Name of the step"
              autoFocus
              placeholder={summary.title}
              value={title ?? ''}
              onChange={(event) => draft.change({ title: event.currentTarget.value || null })}
              onBlur={() => setNaming(false)}
            />
          ) : (
            <h2>{title || type?.label || 'Unknown step'}</h2>
          )}
        </div>
        {!isReadOnly && (
          <StepMenu
            onRename={() => setNaming(true)}
            onDuplicate={onDuplicate}
            onDelete={onDelete}
            onPeople={onPeople}
          />
        )}
        <CloseButton aria-label="Close" onClick={onClose} />
      </header>
      <Clash
        who={[...new Set(others.map(({ member }) => member.name))].join(', ')}
        isClash={draft.isClash}
        onKeep={() => {
          draft.keepMine()
          onSave({ values, title })
        }}
        onTake={draft.takeTheirs}
      />
      {draft.failure && (
        <div className={css.clash} role="alert">
          <p>{draft.failure} What you typed is kept here: press “Save step” once more.</p>
        </div>
      )}
      <fieldset className={css.body} disabled={isReadOnly}>
        {problems
          .filter(({ field }) => !field)
          .map(({ message }) => (
            <p key={message} className={css.problem} role="alert">
              {message}
            </p>
          ))}
        {Panel ? (
          <Suspense fallback={<Loader mx="auto" my={24} />}>
            <Panel
              key={draft.form}
              values={values}
              change={draft.changeValues}
              problemOf={problemOf}
              isReadOnly={isReadOnly}
              serviceId={step.serviceId}
              operationKey={step.operationKey}
              {...(stepId !== undefined && { stepId })}
            />
            <Entering root={root} goesIn={goesIn} />
          </Suspense>
        ) : (
          <Hint>
            Unknown step: what it belongs to is not there any more. People who come here wait. Delete it, or put another
            step in its place.
          </Hint>
        )}
      </fieldset>
      {!isReadOnly && (
        <footer className={css.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {/* Not disabled outright: once it has saved, it would lose the focus. */}
          <Button onClick={save} data-disabled={!maySave || undefined} aria-disabled={!maySave}>
            Save step
          </Button>
        </footer>
      )}
    </section>
  )
}
