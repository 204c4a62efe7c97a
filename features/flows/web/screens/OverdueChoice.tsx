import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'

type Choice = 'go-on' | 'leave'

/** What becomes of those whose time came while the flow was off. */
const OverdueChoice = ({ onChoose }: { onChoose: (choice: Choice) => void }) => {
  const [choice, setChoice] = useState<Choice>('go-on')
  const choose = (value: string) => {
    const next = value === 'leave' ? 'leave' : 'go-on'
    setChoice(next)
    onChoose(next)
  }
  return (
    <Radio.Group label="Their time came while the flow was off." value={choice} onChange={choose}>
      <Stack gap={10} mt={12}>
        <Radio value="go-on" label="They go on at once" description="Mails may be sent to them right away." />
        <Radio value="leave" label="They leave the flow" description="Nothing more of it happens to them." />
      </Stack>
    </Radio.Group>
  )
}

export default OverdueChoice
