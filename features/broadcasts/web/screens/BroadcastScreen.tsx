import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import {
  addressShape,
  ErrorPanel,
  PageHead,
  PageSkeleton,
  param,
  RowMenu,
  useAddress,
  useCall,
  useGo,
  useIdParam,
  useMay,
  WidePage,
} from '@millrace/kit/web'
import { IconPencil, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useReducer, useState } from 'react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import type { FigureName } from '../../contract/figures.ts'
import { isEditable, isMoving } from '../../contract/statuses.ts'
import { useAudience } from '../edit/useAudience.ts'
import { useSaves } from '../edit/useSaves.ts'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import type { Behind } from '../results/PeopleDrawer.tsx'

const EditBroadcast = lazy(() => import('../edit/EditBroadcast.tsx'))
const More = lazy(() => import('../parts/More.tsx'))
const Rename = lazy(() => import('../edit/Rename.tsx'))
const ResultsView = lazy(() => import('../results/ResultsView.tsx'))
const SendButton = lazy(() => import('../edit/SendButton.tsx'))
const PeopleDrawer = lazy(() => import('../results/PeopleDrawer.tsx'))

const CONFIGS = ['Review', 'Audience'] as const
const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

const Address = addressShape({ 'broadcast-config': param.oneOf(CONFIGS) })

/** Which of the two is open; where the address says nothing it is made to say what fits. */
const useConfig = (item: Broadcast | undefined) => {
  const [address, setAddress] = useAddress(Address)
  const mayWrite = useMay('broadcasts:write')
  const config = address['broadcast-config']
  const status = item?.status
  useEffect(() => {
    if (status === undefined || config) return
    setAddress({ 'broadcast-config': status === 'scheduled' || !mayWrite ? 'Review' : 'Audience' })
  }, [status, config, mayWrite, setAddress])
  const set = (next: string) => setAddress({ 'broadcast-config': next as 'Review' })
  return [config ?? 'Audience', set] as const
}

type PartsProps = { item: Broadcast; config: 'Review' | 'Audience'; setConfig: (config: string) => void }

const Opened = ({ item, config, setConfig }: PartsProps) => {
  const go = useGo()
  const mayWrite = useMay('broadcasts:write')
  const saves = useSaves(item)
  const [behind, setBehind] = useState<Behind>()
  const isDraft = isEditable(item.status)
  const { emailId, audience, time, sendAt } = item
  const isCountable = isDraft && emailId !== null && audience.segmentId !== null
  const [turn, countAgain] = useReducer((n: number) => n + 1, 0)
  const when = time.useContactsTimezones && sendAt
  const key = JSON.stringify([emailId, audience.segmentId, when, item.abTest?.enabled, turn])
  const counted = useAudience(item.id, key, isCountable, saves.now)
  const openPeople = (figure: FigureName, why?: string) => setBehind({ figure, ...(why !== undefined && { why }) })
  return (
    <>
      <PageHead
        title={item.name}
        back={{ to: '/broadcasts', label: 'Broadcasts' }}
        beside={
          <>
            <StatusBadge of={item} />
            {mayWrite && (
              <Suspense fallback={null}>
                <Rename item={item} saves={saves} />
              </Suspense>
            )}
          </>
        }
      >
        <SegmentedControl
          aria-label="What is shown"
          data={[
            { value: 'Audience', label: isDraft ? 'Audience' : 'Results' },
            { value: 'Review', label: isDraft ? 'Review' : 'What was sent' },
          ]}
          value={config}
          onChange={setConfig}
        />
        {mayWrite && (
          <RowMenu name={item.name}>
            <Suspense fallback={null}>
              <More item={item} />
            </Suspense>
          </RowMenu>
        )}
        {mayWrite && item.status === 'scheduled' && config === 'Review' && (
          <Button variant="default" leftSection={<IconPencil {...ICON} />} onClick={() => setConfig('Audience')}>
            Edit
          </Button>
        )}
        {mayWrite && item.status === 'draft' && !item.archived && (
          <Suspense fallback={<Button loading>Send</Button>}>
            <SendButton
              item={item}
              count={counted}
              saves={saves}
              onSent={() => setConfig('Review')}
              onMissing={() => setConfig('Review')}
            />
          </Suspense>
        )}
        <ActionIcon aria-label="Close" onClick={() => go('/broadcasts')}>
          <IconX size={17} stroke={1.7} />
        </ActionIcon>
      </PageHead>
      <Suspense fallback={<PageSkeleton />}>
        {isDraft || config === 'Review' ? (
          <EditBroadcast
            item={item}
            saves={saves}
            count={counted}
            onBuilt={countAgain}
            config={config}
            onPeople={openPeople}
          />
        ) : (
          <ResultsView item={item} onPeople={setBehind} />
        )}
      </Suspense>
      {behind && (
        <Suspense fallback={null}>
          <PeopleDrawer item={item} behind={behind} onClose={() => setBehind(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** One broadcast: its settings until it begins, then how it does. */
export default function BroadcastScreen() {
  const id = useIdParam() ?? 0
  const [everyMs, setEvery] = useState<number | false>(false)
  const { data, error, refetch } = useCall(calls.getBroadcast, { params: { id } }, { staleMs: 0, everyMs })
  const item = data?.item
  const status = item?.status
  useEffect(() => setEvery(status && isMoving(status) ? 1_500 : false), [status])
  const [config, setConfig] = useConfig(item)
  if (error && !item)
    return (
      <WidePage>
        <PageHead title="Broadcast" back={{ to: '/broadcasts', label: 'Broadcasts' }} />
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </WidePage>
    )
  if (!item) return <PageSkeleton />
  return (
    <WidePage>
      <Opened key={item.id} item={item} config={config} setConfig={setConfig} />
    </WidePage>
  )
}
