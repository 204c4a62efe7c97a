import { Popover } from '@mantine/core'
import { Link, plural } from '@millrace/kit/web'
import { useState } from 'react'
import type { SegmentUse } from '../../contract/index.ts'
import c from './Editor.module.css'

const ADDRESS: Record<SegmentUse['kind'], string> = {
  flow: '/flows',
  broadcast: '/broadcasts',
  segment: '/segments',
  email: '/emails',
}

/** `2 active flows and 1 segment` */
export const usesText = (uses: readonly SegmentUse[]): string => {
  const flows = uses.filter(({ kind }) => kind === 'flow')
  const active = flows.filter(({ isActive }) => isActive).length
  const broadcasts = uses.filter(({ kind }) => kind === 'broadcast').length
  const segments = uses.filter(({ kind }) => kind === 'segment').length
  const emails = uses.filter(({ kind }) => kind === 'email').length
  const parts = [
    active > 0 && plural(active, 'active flow'),
    flows.length > active && plural(flows.length - active, 'inactive flow'),
    broadcasts > 0 && plural(broadcasts, 'broadcast'),
    emails > 0 && plural(emails, 'email'),
    segments > 0 && plural(segments, 'other segment'),
  ].filter((part): part is string => !!part)
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
}

/** What uses a segment, with the list behind it. */
export const UsedBy = ({ uses }: { uses: readonly SegmentUse[] }) => {
  const [isOpen, setOpen] = useState(false)
  if (!uses.length) return <>Not used by any flow yet</>
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" onClick={() => setOpen((was) => !was)}>
          Used by {usesText(uses)}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        {uses.map(({ kind, id, name }) => (
          <Link key={`${kind}${id}`} to={`${ADDRESS[kind]}/${id}`} className={c.person as string}>
            {name}
          </Link>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
