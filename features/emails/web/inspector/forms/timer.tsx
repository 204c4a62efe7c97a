import { Text } from '@mantine/core'
import { groupOf, hrefOf, numberOf, textOf, withHref } from '../../design/read.ts'
import { MergeInput } from '../../parts/MergeInput.tsx'
import { AlignField, PixelField } from '../fields.tsx'
import type { FormProps } from '../form.ts'

const TimerForm = ({ block: { values }, set }: FormProps) => {
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
      <MergeInput
        label="Description"
        value={textOf(values, 'altText')}
        placeholder="Read out, and shown where images are off"
        onChange={(altText) => set({ altText }, 'altText')}
      />
      <MergeInput
        label="Link"
        value={hrefOf(values.action)}
        placeholder="https://"
        onChange={(href) => set({ action: withHref(values.action, href) }, 'action')}
      />
      <AlignField
        value={textOf(values, 'textAlign') || 'center'}
        onChange={(textAlign) => set({ textAlign }, 'textAlign')}
      />
    </>
  )
}

export default TimerForm
