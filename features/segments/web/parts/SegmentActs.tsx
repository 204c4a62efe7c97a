import { Button } from '@mantine/core'
import { addressShape, param, useAddress, useGo, useMay } from '@millrace/kit/web'
import { IconChartLine, IconFilter, IconUserQuestion } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { Segment } from '../../contract/index.ts'

const GrowthPanel = lazy(() => import('../growth/GrowthPanel.tsx'))
const ExplainDialog = lazy(() => import('../explain/ExplainDialog.tsx'))

const Address = addressShape({ show: param.oneOf(['growth']), explain: param.oneOf(['1']) })

/** The buttons of a segment: how it grew, why somebody is in it, and its conditions. */
export const SegmentActs = ({ segment }: { segment: Segment }) => {
  const mayWrite = useMay('people:write')
  const go = useGo()
  const [{ show }, change] = useAddress(Address)
  const isGrowthOpen = show === 'growth'
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChartLine size={15} stroke={1.7} aria-hidden />}
        aria-pressed={isGrowthOpen}
        onClick={() => change({ show: isGrowthOpen ? undefined : 'growth' })}
      >
        Growth
      </Button>
      <Button
        variant="default"
        leftSection={<IconUserQuestion size={15} stroke={1.7} aria-hidden />}
        onClick={() => change({ explain: '1' })}
      >
        Explain
      </Button>
      {segment.conditions.conditions.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconFilter size={15} stroke={1.7} aria-hidden />}
          onClick={() => go(`/segments/${segment.id}`)}
        >
          {segment.readOnly || !mayWrite ? 'See conditions' : 'Edit conditions'}
        </Button>
      )}
    </>
  )
}

/** What those buttons open. */
export const SegmentPanels = ({ segment }: { segment: Segment }) => {
  const [{ show, explain }, change] = useAddress(Address)
  return (
    <Suspense fallback={null}>
      {show === 'growth' && <GrowthPanel key={segment.id} segment={segment} />}
      {explain && <ExplainDialog segment={segment} onClose={() => change({ explain: undefined })} />}
    </Suspense>
  )
}
