import { Button, Select, Switch } from '@mantine/core'
import type { DesignValues } from '../../contract/design.ts'
import { groupOf, textOf } from '../design/read.ts'
import { useUpload } from '../palette/useUpload.ts'
import { MergeInput } from '../parts/MergeInput.tsx'
import c from './inspector.module.css'

const PLACES = ['center', 'top-center', 'bottom-center', 'center-left', 'center-right'].map((value) => ({
  value,
  label: { center: 'Middle', 'top-center': 'Top', 'bottom-center': 'Bottom', 'center-left': 'Left' }[value] ?? 'Right',
}))
const SIZES = [
  { value: 'cover', label: 'Fill' },
  { value: 'contain', label: 'Fit' },
  { value: 'custom', label: 'Its own size' },
]

type Props = {
  values: DesignValues
  set: (values: DesignValues, key?: string) => void
  /** True where it can reach over the whole width of the mail. */
  isRow?: boolean
}

/** A picture behind a row or the whole mail. */
export const BackgroundImage = ({ values, set, isRow }: Props) => {
  const image = groupOf(values, 'backgroundImage')
  const url = textOf(image, 'url')
  const put = (change: DesignValues, key?: string) => {
    const first = { size: 'cover', repeat: 'no-repeat', position: 'center', fullWidth: true }
    set({ backgroundImage: { ...first, ...image, ...change } }, key)
  }
  const upload = useUpload((made) => put({ url: made.url, width: made.width ?? 600, height: made.height ?? 300 }))
  return (
    <fieldset className={c.group}>
      <legend>Background image</legend>
      <div className={c.two}>
        <Button variant="default" size="xs" onClick={upload.choose} loading={upload.isBusy}>
          {url ? 'Replace' : 'Upload'}
        </Button>
        {url && (
          <Button variant="default" size="xs" onClick={() => put({ url: '' })}>
            Remove
          </Button>
        )}
      </div>
      <MergeInput
        label="Address of the background image"
        hideLabel
        value={url}
        placeholder="https://"
        onChange={(next) => put({ url: next }, 'backgroundUrl')}
      />
      {url && (
        <>
          <div className={c.two}>
            <Select
              label="Size"
              data={SIZES}
              value={textOf(image, 'size') || 'custom'}
              allowDeselect={false}
              onChange={(size) => put({ size })}
            />
            <Select
              label="Place"
              data={PLACES}
              value={textOf(image, 'position') || 'center'}
              allowDeselect={false}
              onChange={(position) => put({ position })}
            />
          </div>
          <Switch
            label="Repeat"
            checked={image.repeat === true || image.repeat === 'repeat'}
            onChange={(event) => put({ repeat: event.currentTarget.checked ? 'repeat' : 'no-repeat' })}
          />
          {isRow && (
            <Switch
              label="Over the whole width"
              checked={image.fullWidth !== false}
              onChange={(event) => put({ fullWidth: event.currentTarget.checked })}
            />
          )}
        </>
      )}
    </fieldset>
  )
}
