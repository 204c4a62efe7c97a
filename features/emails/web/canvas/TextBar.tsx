import { ActionIcon, Popover, TextInput } from '@mantine/core'
import {
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react'
import { memo, type RefObject, useState } from 'react'
import { MergeTagButton } from '../parts/MergeTags.tsx'
import c from './canvas.module.css'
import { insertText } from './EditableText.tsx'
import { useCaret } from './useCaret.ts'

type Props = { box: RefObject<HTMLDivElement | null>; isSingleLine: boolean; onChange: () => void }

const MARKS = [
  ['bold', 'Bold', IconBold],
  ['italic', 'Italic', IconItalic],
  ['underline', 'Underline', IconUnderline],
  ['strikeThrough', 'Strike through', IconStrikethrough],
] as const
const LISTS = [
  ['insertUnorderedList', 'List', IconList],
  ['insertOrderedList', 'Numbered list', IconListNumbers],
] as const

const linkAt = (box: HTMLElement | null) => {
  const node = document.getSelection()?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  const link = element?.closest('a')
  return link && box?.contains(link) ? link : undefined
}

type LinkProps = Pick<Props, 'box' | 'onChange'> & { restore: () => void }

const LinkButton = ({ box, onChange, restore }: LinkProps) => {
  const [isOpen, setOpen] = useState(false)
  const [href, setHref] = useState('')
  const open = () => {
    setHref(linkAt(box.current)?.getAttribute('href') ?? '')
    setOpen(true)
  }
  const apply = () => {
    restore()
    const link = linkAt(box.current)
    if (link && href) link.setAttribute('href', href)
    else if (link) link.replaceWith(...link.childNodes)
    else if (href && document.getSelection()?.isCollapsed) document.execCommand('insertHTML', false, linkHtml(href))
    else if (href) document.execCommand('createLink', false, href)
    setOpen(false)
    onChange()
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus width={280} position="bottom">
      <Popover.Target>
        <ActionIcon size={26} aria-label="Insert a link" onMouseDown={(event) => event.preventDefault()} onClick={open}>
          <IconLink size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            apply()
          }}
        >
          <TextInput
            aria-label="Link address"
            placeholder="https://… and Enter; empty takes it away"
            value={href}
            onChange={(event) => setHref(event.currentTarget.value)}
            onKeyDown={(event) => event.stopPropagation()}
            data-autofocus
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

const linkHtml = (href: string) => {
  const link = document.createElement('a')
  link.href = href
  link.textContent = href
  return link.outerHTML
}

/** The tools above words that are being written. */
export const TextBar = memo(({ box, isSingleLine, onChange }: Props) => {
  const { restore } = useCaret(box)
  const run = (command: string) => {
    restore()
    document.execCommand(command)
    onChange()
  }
  const insert = (tag: string) => {
    restore()
    insertText(tag)
    onChange()
  }
  return (
    <div className={c.textBar} role="toolbar" aria-label="Text">
      {[...MARKS, ...(isSingleLine ? [] : LISTS)].map(([command, label, Icon]) => (
        <ActionIcon
          key={command}
          size={26}
          aria-label={label}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(command)}
        >
          <Icon size={15} />
        </ActionIcon>
      ))}
      <LinkButton box={box} onChange={onChange} restore={restore} />
      <MergeTagButton onPick={insert} size={26} />
    </div>
  )
})
