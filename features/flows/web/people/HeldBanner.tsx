import { Button } from '@mantine/core'
import { Banner, useMay } from '@millrace/kit/web'
import type { FlowTrouble } from '../../contract/index.ts'
import { wordsOfTrouble } from '../health/troubleWords.ts'
import { useFlowKind } from '../kind/flowKind.ts'
import { type StepAt, useOrders } from './orders.ts'

/** Why whoever comes to a step is held there, and the way to try it again. */
export const HeldBanner = ({ trouble, ...at }: StepAt & { trouble: FlowTrouble }) => {
  const mayWrite = useMay('flows:write')
  const { isBusy, retry } = useOrders(at)
  const { text, facts } = wordsOfTrouble(trouble, () => '', useFlowKind().words)
  return (
    <Banner
      tone="bad"
      action={
        mayWrite && (
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => retry()}>
            Try again
          </Button>
        )
      }
    >
      <b>This step fails for everybody.</b> {text}
      <small>{facts}</small>
    </Banner>
  )
}
