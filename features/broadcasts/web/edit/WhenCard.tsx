import { SegmentedControl, Switch, TextInput } from '@mantine/core'
import { momentOf, wallOf } from '@millrace/kit/contract'
import { plural, useSignedIn } from '@millrace/kit/web'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { momentIn } from '../parts/words.ts'
import { Card } from './Card.tsx'
import c from './edit.module.css'
import type { AudienceCount } from './useAudience.ts'
import type { Saves } from './useSaves.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-24T09:00` as clocks of the zone show it. */
const inputOf = (iso: string, zone: string): string => {
  const { year, month, day, hour, minute } = wallOf(new Date(iso).getTime(), zone)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

const READABLE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/

const isoOf = (text: string, zone: string): string | undefined => {
  const [, year, month, day, hour, minute] = READABLE.exec(text)?.map(Number) ?? []
  if (year === undefined) return undefined
  const wall = { year, month: month!, day: day!, hour: hour!, minute: minute!, second: 0, ms: 0 }
  return new Date(momentOf(wall, zone)).toISOString()
}

/** Tomorrow at nine: what is offered first. */
const tomorrowAtNine = (zone: string): string => {
  const wall = wallOf(Date.now() + 24 * 3_600_000, zone)
  return new Date(momentOf({ ...wall, hour: 9, minute: 0, second: 0, ms: 0 }, zone)).toISOString()
}

type Props = { item: Broadcast; saves: Saves; count: AudienceCount }

/** When a broadcast leaves. */
export const WhenCard = ({ item, saves, count }: Props) => {
  const { timezone } = useSignedIn()
  const { sendAt, time } = item
  const [typed, setTyped] = useState<string>()
  const isPast = sendAt !== null && new Date(sendAt).getTime() < Date.now()
  const write = (text: string) => {
    setTyped(text)
    const iso = isoOf(text, timezone)
    if (iso) saves.change({ sendAt: iso }, true)
  }
  const choose = (how: string) => {
    setTyped(undefined)
    if (how === 'now') saves.change({ sendAt: null, time: { useContactsTimezones: false } })
    else saves.change({ sendAt: tomorrowAtNine(timezone) })
  }
  return (
    <Card
      icon={<IconClock size={17} stroke={1.7} />}
      title="When"
      about={sendAt ? `${momentIn(sendAt, timezone)}, ${timezone}` : 'As soon as you press Send.'}
      action={
        <SegmentedControl
          aria-label="When it is sent"
          data={[
            { value: 'now', label: 'Send now' },
            { value: 'later', label: 'Schedule' },
          ]}
          value={sendAt ? 'later' : 'now'}
          onChange={choose}
        />
      }
    >
      {sendAt && (
        <>
          <TextInput
            type="datetime-local"
            label={`Date and time (${timezone})`}
            value={typed ?? inputOf(sendAt, timezone)}
            onChange={(event) => write(event.currentTarget.value)}
            onBlur={() => setTyped(undefined)}
            error={isPast && 'This time has passed: it would be sent at once.'}
            w={240}
          />
          <Switch
            label="At this time in each person’s own time zone"
            description="People whose zone is not known get it by the account’s clock."
            checked={time.useContactsTimezones}
            onChange={(event) => saves.change({ time: { useContactsTimezones: event.currentTarget.checked } })}
          />
          {count.late > 0 && (
            <p className={c.hint}>
              Where {plural(count.late, 'person lives', 'people live')} that time has passed already: they get it as
              soon as it begins.
            </p>
          )}
        </>
      )}
    </Card>
  )
}
