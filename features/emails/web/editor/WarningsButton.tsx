import { Button, Popover } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { isDesign } from '../../contract/design.ts'
import type { EmailWarning } from '../../contract/email.ts'
import { placeOf } from '../design/places.ts'
import { useEditor, useEditorState } from './EditorContext.tsx'
import { LinkCheck } from './LinkCheck.tsx'
import type { Checked } from './useWarnings.ts'
import c from './warnings.module.css'

const placeText = ({ line, column }: EmailWarning) =>
  line === undefined ? '' : ` Line ${line}, column ${column ?? 1}.`

const Warning = ({ warning }: { warning: EmailWarning }) => {
  const store = useEditor()
  const isBlock = useEditorState(({ content: { editor } }) =>
    Boolean(warning.where && isDesign(editor.state) && placeOf(editor.state, warning.where)),
  )
  const Icon = warning.level === 'error' ? IconCircleX : IconAlertTriangle
  const inside = (
    <>
      <Icon size={16} stroke={1.8} aria-hidden data-level={warning.level} />
      <span>
        {warning.message}
        {placeText(warning)}
      </span>
    </>
  )
  if (!isBlock) return <li className={c.warning}>{inside}</li>
  const show = () => {
    store.select({ kind: 'block', id: warning.where ?? '' })
    document.querySelector(`[data-block="${warning.where}"]`)?.scrollIntoView({ block: 'center' })
  }
  return (
    <li>
      <button type="button" className={c.warning} onClick={show}>
        {inside}
      </button>
    </li>
  )
}

/** How many things to look at, and which. */
export const WarningsButton = ({ checked }: { checked: Checked | undefined }) => {
  const warnings = checked?.warnings ?? []
  const hasError = warnings.some(({ level }) => level === 'error')
  const Icon = warnings.length ? IconAlertTriangle : IconCircleCheck
  return (
    <Popover width={330} position="bottom-end">
      <Popover.Target>
        <Button
          variant="subtle"
          color={hasError ? 'red' : warnings.length ? 'amber' : 'gray'}
          size="xs"
          leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
        >
          {warnings.length ? `${warnings.length} to look at` : 'No warnings'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        {warnings.length ? (
          <ul className={c.warnings}>
            {warnings.map((warning, index) => (
              <Warning key={`${warning.kind}${index}`} warning={warning} />
            ))}
          </ul>
        ) : (
          <p className={c.fine}>Subject, sender, links, images and Liquid are in order.</p>
        )}
        {checked && checked.links.length > 0 && <LinkCheck links={checked.links} />}
        {checked && <p className={c.size}>{(checked.bytes / 1024).toFixed(1)} KB of 102 KB</p>}
      </Popover.Dropdown>
    </Popover>
  )
}
