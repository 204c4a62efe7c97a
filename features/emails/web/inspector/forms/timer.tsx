import { Text } from '@mantine/core'
import { groupOf, numberOf, textOf } from '../../design/read.ts'
import { MergeInput } from '../../parts/MergeInput.tsx'
import { AlignField, PixelField } from '../fields.tsx'
import type { FormProps } from '../form.ts'
import { PictureFields } from '../PictureFields.tsx'

const TimerForm = ({ block, block: { values }, set }: FormProps) => {
  const countdown = groupOf(values, 'countdown')
  const put = (change: object, key: string) => set({ countdown: { ...countdown, ...change } }, key)
  return (
    <>
      <MergeInput
        label="Address of the picture"
        value={textOf(countdown, 'countdownUrl')}
        placeholder="https://"
        onChange={(countdownUrl) => put({ countdownUrl }, 'countdownUrl')}
      />
      <Text size="xs" c="dimmed">
        A countdown is a picture that its service draws anew whenever the mail is opened. The time that it runs to is
        set there.
      </Text>
      <PixelField
        label="Width"
        value={numberOf(countdown, 'width', 660)}
        max={900}
        onChange={(width) => put({ width }, 'width')}
      />
      <PictureFields block={block} set={set} />
      <AlignField
        value={textOf(values, 'textAlign') || 'center'}
        onChange={(textAlign) => set({ textAlign }, 'textAlign')}
      />
    </>
  )
}

export default TimerForm
