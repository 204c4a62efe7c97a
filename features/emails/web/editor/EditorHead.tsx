import { ActionIcon, Badge, Button, Menu, SegmentedControl, Tooltip } from '@mantine/core'
import { ago, Link } from '@millrace/kit/web'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMaximize,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDots,
  IconEye,
  IconHistory,
  IconPencil,
  IconSend,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { UNNAMED } from '../../contract/email.ts'
import { useEditor, useEditorState } from './EditorContext.tsx'
import c from './head.module.css'
import type { Saving } from './useSaving.ts'
import type { Checked } from './useWarnings.ts'
import { WarningsButton } from './WarningsButton.tsx'

type Props = {
  name: string
  onName: (name: string) => void
  isTransactional: boolean
  onTransactional: (isTransactional: boolean) => void
  saving: Saving
  checked: Checked | undefined
  mode: 'edit' | 'preview'
  onMode: (mode: 'edit' | 'preview') => void
  isNarrow: boolean
  onNarrow: (isNarrow: boolean) => void
  onVersions: () => void
  onTest: () => void
  isReadOnly: boolean
  /** Whether the mail is in Unlayer's own editor, and how to go there and back; absent where that is not offered. */
  isElsewhere?: boolean
  onElsewhere?: (isWanted: boolean) => void
  /** The email's id where its editor lies over another page. */
  overId?: number
}

const Name = ({ name, onName, isReadOnly }: Pick<Props, 'name' | 'onName' | 'isReadOnly'>) => {
  const [text, setText] = useState(name)
  useEffect(() => setText(name), [name])
  if (isReadOnly) return <h1 className={c.title}>{name}</h1>
  const done = () => {
    const next = text.trim() || UNNAMED
    setText(next)
    if (next !== name) onName(next)
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key !== 'Escape') return
    setText(name)
    requestAnimationFrame(() => (document.activeElement as HTMLElement | null)?.blur())
  }
  return (
    <>
      <h1 className="visually-hidden">{name}</h1>
      <input
        className={c.name}
        aria-label="Name of the email"
        value={text}
        maxLength={255}
        size={Math.max(8, Math.min(40, text.length))}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={done}
        onKeyDown={onKey}
      />
    </>
  )
}

const SavedMark = ({ saving: { mark, at, why } }: { saving: Saving }) => {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 20_000)
    return () => clearInterval(timer)
  }, [])
  const when = at ? ago(at) : ''
  const words = {
    saved: when ? `Saved ${when}` : 'All changes saved',
    draft: when ? `Draft saved ${when}` : 'Draft, not sent yet',
    waiting: 'Changes not saved yet',
    saving: 'Saving…',
    failed: why ? `Not saved: ${why}` : 'Not saved. We try again with your next change.',
    conflict: 'Not saved: changed elsewhere.',
  }
  const helps = {
    draft: 'Readers still get the last saved version. Save makes this one live.',
    failed: why ? `${why} We try again with your next change.` : '',
  }
  const help = helps[mark as keyof typeof helps] ?? ''
  return (
    <Tooltip label={help} disabled={!help}>
      <output className={c.mark} data-mark={mark}>
        {words[mark]}
      </output>
    </Tooltip>
  )
}

const Steps = () => {
  const store = useEditor()
  const canUndo = useEditorState((state) => state.canUndo)
  const canRedo = useEditorState((state) => state.canRedo)
  return (
    <>
      <Tooltip label="Undo">
        <ActionIcon aria-label="Undo" disabled={!canUndo} onClick={store.undo}>
          <IconArrowBackUp size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo">
        <ActionIcon aria-label="Redo" disabled={!canRedo} onClick={store.redo}>
          <IconArrowForwardUp size={17} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

const deviceLabel = (Icon: typeof IconDeviceMobile, name: string) => (
  <>
    <Icon size={16} style={{ display: 'block' }} aria-hidden />
    <span className="visually-hidden">{name}</span>
  </>
)

/** The bar above the editor. */
export const EditorHead = (props: Props) => {
  const { saving, checked, mode, onMode, isNarrow, onNarrow, onVersions, onTest, isReadOnly } = props
  const { isTransactional, onTransactional, isElsewhere, onElsewhere, overId } = props
  return (
    <header className={c.head}>
      {overId === undefined && (
        <>
          <Link to="/emails" className={c.crumb}>
            Emails
          </Link>
          <span className={c.slash} aria-hidden>
            /
          </span>
        </>
      )}
      <Name {...props} />
      {isTransactional && <Badge color="gray">Transactional</Badge>}
      {isReadOnly ? <Badge color="gray">View only</Badge> : <SavedMark saving={saving} />}
      <span className={c.room} />
      {overId !== undefined && (
        <Tooltip label="Open on its own page">
          <ActionIcon
            renderRoot={(root) => <Link to={`/emails/${overId}`} {...root} />}
            aria-label="Open on its own page"
          >
            <IconArrowsMaximize size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <WarningsButton checked={checked} />
      {mode === 'edit' && <Steps />}
      <Tooltip label="Versions">
        <ActionIcon aria-label="Versions" onClick={onVersions}>
          <IconHistory size={17} />
        </ActionIcon>
      </Tooltip>
      <SegmentedControl
        aria-label="Width"
        className={c.devices}
        value={isNarrow ? 'mobile' : 'desktop'}
        onChange={(value) => onNarrow(value === 'mobile')}
        data={[
          { value: 'desktop', label: deviceLabel(IconDeviceDesktop, 'Desktop') },
          { value: 'mobile', label: deviceLabel(IconDeviceMobile, 'Mobile') },
        ]}
      />
      {!isReadOnly && (
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label="More">
              <IconDots size={17} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onTest}>Send test</Menu.Item>
            {onElsewhere && (
              <Menu.Item onClick={() => onElsewhere(!isElsewhere)}>
                {isElsewhere ? 'Edit with our editor' : 'Edit with Unlayer'}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => onTransactional(!isTransactional)}>
              {isTransactional ? 'Make it marketing mail' : 'Make it transactional mail'}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {!isReadOnly && (
        <Button
          variant="default"
          leftSection={mode === 'edit' ? <IconEye size={15} aria-hidden /> : <IconPencil size={15} aria-hidden />}
          onClick={() => onMode(mode === 'edit' ? 'preview' : 'edit')}
        >
          {mode === 'edit' ? 'Preview' : 'Edit'}
        </Button>
      )}
      {!isReadOnly && (
        <Button variant="default" leftSection={<IconSend size={15} aria-hidden />} onClick={onTest} className={c.test}>
          Send test
        </Button>
      )}
      {!isReadOnly && (
        <Button className={c.save} onClick={() => void saving.save()} loading={saving.mark === 'saving'}>
          Save
        </Button>
      )}
    </header>
  )
}
