import { Button, Group, Slider, Switch } from '@mantine/core'
import { groupOf, numberOf, textOf } from '../../design/read.ts'
import { useUpload } from '../../palette/useUpload.ts'
import { MergeInput } from '../../parts/MergeInput.tsx'
import { AlignField, Labelled } from '../fields.tsx'
import type { FormProps } from '../form.ts'
import c from '../inspector.module.css'
import { PictureFields } from '../PictureFields.tsx'

const ImageForm = ({ block, block: { values }, set }: FormProps) => {
  const source = groupOf(values, 'src')
  const url = textOf(source, 'url')
  const isAuto = source.autoWidth !== false
  const upload = useUpload((image) =>
    set(
      {
        src: { ...source, url: image.url, width: image.width ?? 600, height: image.height ?? 300 },
        ...(!textOf(values, 'altText') && { altText: image.name.replace(/\.\w+$/, '').replace(/[-_]+/g, ' ') }),
      },
      'upload',
    ),
  )
  return (
    <>
      {url && (
        <div className={c.shown}>
          <img src={url} alt="" />
        </div>
      )}
      <Group grow>
        <Button variant="default" onClick={upload.choose} loading={upload.isBusy}>
          {url ? 'Replace image' : 'Upload image'}
        </Button>
      </Group>
      <MergeInput
        label="Address"
        value={url}
        placeholder="https://"
        onChange={(next) => set({ src: { ...source, url: next } }, 'url')}
      />
      <PictureFields block={block} set={set} />
      <Switch
        label="Its own width"
        checked={isAuto}
        onChange={(event) =>
          set({ src: { ...source, autoWidth: event.currentTarget.checked, maxWidth: '100%' } }, 'width')
        }
      />
      {!isAuto && (
        <Labelled label="Width" said={`${numberOf(source, 'maxWidth', 100)} %`}>
          <Slider
            value={numberOf(source, 'maxWidth', 100)}
            min={10}
            size={4}
            thumbLabel="Width"
            label={(shown) => `${shown} %`}
            onChange={(next) => set({ src: { ...source, maxWidth: `${next}%` } }, 'width')}
          />
        </Labelled>
      )}
      <AlignField
        value={textOf(values, 'textAlign') || 'center'}
        onChange={(textAlign) => set({ textAlign }, 'textAlign')}
      />
    </>
  )
}

export default ImageForm
