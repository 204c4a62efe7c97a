import { Button, Group, Modal, Stack } from '@mantine/core'
import { plural } from '@millrace/kit/web'
import type { ReactNode } from 'react'
import { useFlowKind } from '../kind/flowKind.ts'
import type { Asked } from '../screens/questions.ts'

type Choice = { label: string; onClick(): void; isMain?: boolean; color?: string }

const Choices = ({
  title,
  children,
  onCancel,
  choices,
}: {
  title: string
  children: ReactNode
  onCancel(): void
  choices: Choice[]
}) => (
  <Modal opened onClose={onCancel} title={title}>
    <p style={{ marginTop: 0 }}>{children}</p>
    <Group justify="flex-end">
      <Button variant="subtle" color="gray" onClick={onCancel}>
        Cancel
      </Button>
      {[...choices.filter(({ isMain }) => !isMain), ...choices.filter(({ isMain }) => isMain)].map(
        ({ label, onClick, isMain, color }) => (
          <Button
            key={label}
            {...(isMain ? { 'data-autofocus': true, ...(color && { color }) } : { variant: 'default' })}
            {...(color && !isMain && { c: 'var(--neg)' })}
            onClick={onClick}
          >
            {label}
          </Button>
        ),
      )}
    </Group>
  </Modal>
)

const capital = (text: string) => text.replace(/^\w/, (letter) => letter.toUpperCase())

const Exit = ({ exits, taken, now, answer, all }: Extract<Asked, { kind: 'exit' }> & { all: string }) => (
  <Modal opened onClose={() => answer(undefined)} title="By which exit?">
    <p style={{ marginTop: 0 }}>{capital(all)} that leave the step this way take the link.</p>
    <Stack gap={6}>
      {exits.map((exit) => (
        <Button
          key={exit}
          variant="default"
          justify="space-between"
          data-autofocus={exit === (now ?? exits.find((one) => !taken.includes(one)) ?? exits[0]) || undefined}
          rightSection={
            <span style={{ color: 'var(--ink-3)', fontWeight: 400 }}>
              {exit === now ? 'as it is' : taken.includes(exit) ? 'leads somewhere already' : ''}
            </span>
          }
          onClick={() => answer(exit)}
        >
          {capital(exit)}
        </Button>
      ))}
    </Stack>
  </Modal>
)

/** The question that a gesture is waiting for. */
export default function QuestionDialog({ question }: { question: Asked | undefined }) {
  const { one, many: all } = useFlowKind().words
  if (!question) return null
  if (question.kind === 'exit') return <Exit {...question} all={all} />
  if (question.kind === 'edit-active')
    return (
      <Choices
        title="This flow is active"
        onCancel={() => question.answer(false)}
        choices={[{ label: 'Edit active flow', onClick: () => question.answer(true), isMain: true }]}
      >
        Changes apply at once, also to {all} who are in it now.
      </Choices>
    )
  const cancel = () => question.answer(undefined)
  if (question.kind === 'recompute')
    return (
      <Choices
        title={`${plural(question.people, `${one} is`, `${all} are`)} waiting here`}
        onCancel={cancel}
        choices={[
          { label: 'Only for those who come', onClick: () => question.answer(false) },
          { label: 'For them too', onClick: () => question.answer(true), isMain: true },
        ]}
      >
        Shall the new wait count for them too? The time that they have waited already is kept.
      </Choices>
    )
  if (question.kind === 'retrigger')
    return (
      <Choices
        title={`${plural(question.people, `${one} has`, `${all} have`)} come through here already`}
        onCancel={cancel}
        choices={[
          { label: 'Only those who come', onClick: () => question.answer(false), isMain: true },
          { label: 'Send them too', onClick: () => question.answer(true) },
        ]}
      >
        Shall those who are past the step go along the new link as well?{' '}
        {question.isOn ? 'They go at once: the flow is active.' : 'They go when the flow is switched on.'}
      </Choices>
    )
  const many = question.steps > 1
  return (
    <Choices
      title={`${plural(question.people, `${one} stands`, `${all} stand`)} at ${many ? 'these steps' : 'this step'}`}
      onCancel={cancel}
      choices={[
        ...(question.next === undefined
          ? []
          : [{ label: 'Let them go on', onClick: () => question.answer('next'), isMain: true }]),
        {
          label: 'Remove them from the flow',
          color: 'red',
          onClick: () => question.answer('leave'),
          isMain: question.next === undefined,
        },
      ]}
    >
      {question.next === undefined
        ? 'Nothing comes after it, or several things do: they leave the flow when it is deleted.'
        : `They can go on to “${question.next}”, or leave the flow.`}{' '}
      Undoing brings {many ? 'the steps' : 'the step'} back, but not the {all}.
    </Choices>
  )
}
