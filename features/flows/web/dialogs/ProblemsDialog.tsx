import { Button, Group, Modal, Stack } from '@mantine/core'
import { plural } from '@millrace/kit/web'

/** Everything that keeps a flow from being switched on, each leading to its step. */
export default function ProblemsDialog({
  problems,
  stepName,
  onGoTo,
  onClose,
}: {
  problems: readonly { stepId: number | null; message: string }[]
  stepName(stepId: number): string
  onGoTo(stepId: number): void
  onClose(): void
}) {
  return (
    <Modal opened onClose={onClose} title={`${plural(problems.length, 'thing')} to mend before this flow can run`}>
      <Stack gap={6}>
        {problems.map(({ stepId, message }, index) => (
          <Group
            key={`${stepId}-${message}`}
            justify="space-between"
            wrap="nowrap"
            style={{ padding: '8px 10px', border: '1px solid var(--line)', borderRadius: 8 }}
          >
            <span>
              {stepId !== null && <b style={{ display: 'block', fontWeight: 500 }}>{stepName(stepId)}</b>}
              {message}
            </span>
            {stepId !== null && (
              <Button
                size="xs"
                variant="default"
                data-autofocus={index === 0 || undefined}
                onClick={() => onGoTo(stepId)}
              >
                Show step
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
