import { Button } from '@mantine/core'
import { ago, exactly, Link, useMay, useMutate } from '@millrace/kit/web'
import { IconCornerDownRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import { FollowUpCard } from '../edit/FollowUpCard.tsx'
import { useSaves } from '../edit/useSaves.ts'
import { periodWords } from '../parts/words.ts'
import type { Behind } from './PeopleDrawer.tsx'
import c from './results.module.css'

const Edited = ({ item }: { item: Broadcast }) => {
  const saves = useSaves(item)
  return <FollowUpCard item={item} saves={saves} />
}

const words = ({ followUp, followUpAt, followUpId }: Broadcast) => {
  if (!followUp) return 'Write once more, with another subject, to those who did not open or click.'
  const who = followUp.audience === 'not-clicked' ? 'did not click' : 'did not open'
  if (followUpId !== null) return `It went to those who ${who}.`
  return followUpAt
    ? `It goes to those who ${who}, ${ago(followUpAt)} (${exactly(followUpAt)}).`
    : `It goes to those who ${who}, ${periodWords(followUp.time.period, followUp.time.periodType)} after this one has been sent.`
}

type Props = { item: Broadcast; onPeople: (behind: Behind) => void }

/** The follow-up of a broadcast: planned, on its way, or still to be thought of. */
export const FollowUpPanel = ({ item, onPeople }: Props) => {
  const mayWrite = useMay('broadcasts:write')
  const [isEditing, setEditing] = useState(false)
  const stop = useMutate(calls.updateBroadcast, { invalidates: [calls.getBroadcast, calls.listBroadcasts] })
  const isOver = item.status === 'canceled' || item.status === 'failed'
  if (item.parentId !== null || (isOver && !item.followUp)) return null
  const quiet = item.followUp?.audience === 'not-clicked' ? ('not-clicked' as const) : ('not-opened' as const)
  if (isEditing) return <Edited item={item} />
  return (
    <section className={c.follow} aria-label="Follow-up">
      <IconCornerDownRight size={17} stroke={1.7} aria-hidden />
      <div>
        <h2>Follow-up</h2>
        <p>{words(item)}</p>
      </div>
      <Button variant="subtle" size="xs" onClick={() => onPeople({ figure: quiet })}>
        Who {quiet === 'not-clicked' ? 'did not click' : 'did not open'}
      </Button>
      {item.followUpId !== null ? (
        <Link to={`/broadcasts/${item.followUpId}`}>Open it</Link>
      ) : (
        mayWrite &&
        !isOver && (
          <>
            <Button variant="default" size="xs" onClick={() => setEditing(true)}>
              {item.followUp ? 'Change' : 'Add follow-up'}
            </Button>
            {item.followUp && (
              <Button
                variant="default"
                size="xs"
                loading={stop.isPending}
                onClick={() => stop.mutate({ params: { id: item.id }, body: { followUp: null } })}
              >
                Leave out
              </Button>
            )}
          </>
        )
      )}
    </section>
  )
}
