import { Button, Group, Modal, Stack } from '@mantine/core'
import { plural } from '@millrace/kit/web'
import type { FlowStore } from '../screens/useFlowStore.ts'

/** The questions that a gesture may have to wait for. */
export const QuestionDialog = ({ question }: Pick<FlowStore, 'question'>) => {
  if (!question) return null
  const { answer } = question
  if (question.kind === 'edit-active') {
    return (
      <Modal opened onClose={() => answer(false)} title="This flow is active">
        <p style={{ marginTop: 0 }}>Changes apply at once, also to people who are in it now.</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(false)}>
            Cancel
          </Button>
          <Button data-autofocus onClick={() => answer(true)}>
            Edit active flow
          </Button>
        </Group>
      </Modal>
    )
  }
  return (
    <Modal
      opened
      onClose={() => answer(undefined)}
      title={`${plural(question.people, 'person is', 'people are')} waiting here`}
    >
      <p style={{ marginTop: 0 }}>
        Shall the new wait count for them too? The time that they have waited already is kept.
      </p>
      <Group justify="flex-end">
        <Button variant="subtle" color="gray" onClick={() => answer(undefined)}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => answer(false)}>
          Only for those who come
        </Button>
        <Button data-autofocus onClick={() => answer(true)}>
          For them too
        </Button>
      </Group>
    </Modal>
  )
}

/** Everything that keeps a flow from being switched on, each leading to its step. */
export const ProblemsDialog = ({
  problems,
  onGoTo,
  onClose,
}: {
  problems: readonly { stepId: number | null; message: string }[]
  onGoTo(stepId: number): void
  onClose(): void
}) => (
  <Modal opened onClose={onClose} title={`${plural(problems.length, 'thing')} to mend before this flow can run`}>
    <Stack gap={6}>
      {problems.map(({ stepId, message }) => (
        <Group
          key={`${stepId}-${message}`}
          justify="space-between"
          wrap="nowrap"
          style={{ padding: '8px 10px', border: '1px solid var(--line)', borderRadius: 8 }}
        >
          <span>{message}</span>
          {stepId !== null && (
            <Button size="xs" variant="default" onClick={() => onGoTo(stepId)}>
              Show step
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  </Modal>
)
