import { Button } from '@mantine/core'
import { plural } from '@millrace/kit/web'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FlowSlotProps } from '../screens/slots.ts'
import css from './health.module.css'
import { useFlowState } from './useFlowState.ts'

/** Says in the flow's head that something goes wrong, and opens what; not there while all is well. */
export default function HealthButton({ flow, open }: FlowSlotProps) {
  const { troubles, notices, overdue } = useFlowState(flow.id)
  const number = troubles.length + notices.length + (overdue > 0 ? 1 : 0)
  if (!number) return null
  const isBad = troubles.length + notices.length > 0
  return (
    <Button
      size="compact-sm"
      variant="light"
      color={isBad ? 'red' : 'amber'}
      aria-label={`${plural(number, 'issue')}: how this flow is doing`}
      leftSection={<IconAlertTriangle size={14} />}
      classNames={{ label: css.buttonLabel as string }}
      onClick={() => open('health')}
    >
      {number}
      <span className={css.wide}>{number === 1 ? 'issue' : 'issues'}</span>
    </Button>
  )
}
