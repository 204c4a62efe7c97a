import { ActionIcon, Button, Loader } from '@mantine/core'
import { ErrorPanel, useCall, useMutate } from '@millrace/kit/web'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Image } from '../../contract/email.ts'
import { imageCalls as calls } from '../../contract/imageCalls.ts'
import { changeBlock } from '../design/change.ts'
import { findBlock } from '../design/places.ts'
import { groupOf } from '../design/read.ts'
import { useChangeDesign, useEditor } from '../editor/EditorContext.tsx'
import c from './palette.module.css'
import { useAddBlock } from './useAddBlock.ts'
import { useUpload } from './useUpload.ts'

const usePlaceImage = () => {
  const store = useEditor()
  const change = useChangeDesign()
  const add = useAddBlock()
  return (image: Image) => {
    const { selection } = store.get()
    const selected = selection?.kind === 'block' ? selection.id : ''
    const isImage = document.querySelector(`[data-block="${selected}"]`)?.getAttribute('aria-label') === 'Image block'
    const id = isImage ? selected : add('image')
    change((design) => {
      const source = groupOf(findBlock(design, id)?.values ?? {}, 'src')
      const src = { ...source, url: image.url, width: image.width ?? 600, height: image.height ?? 300 }
      return changeBlock(design, id, { src })
    }, `place:${id}`)
  }
}

/** Uploaded images: press one to put it into the mail. */
const ImagesPanel = () => {
  const { data, error, isPending, refetch } = useCall(calls.listImages, { query: { limit: 200 } })
  const [isOver, setOver] = useState(false)
  const upload = useUpload()
  const place = usePlaceImage()
  const remove = useMutate(calls.deleteImage, { invalidates: [calls.listImages] })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the button does the same */}
      <div
        className={c.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file) void upload.add(file)
        }}
      >
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUpload size={14} aria-hidden />}
          onClick={upload.choose}
          loading={upload.isBusy}
        >
          Upload an image
        </Button>
        PNG, JPEG, GIF or WebP, up to 8 MB. Or drop one here.
      </div>
      {isPending && <Loader m={20} />}
      <div className={c.images}>
        {(data?.images ?? []).map((image) => (
          <div key={image.key} className={c.image}>
            <button type="button" className={c.thumb} onClick={() => place(image)} aria-label={`Use ${image.name}`}>
              <img src={image.url} alt="" loading="lazy" />
            </button>
            <ActionIcon
              className={c.remove}
              size={22}
              aria-label={`Remove ${image.name} from the library`}
              onClick={() => remove.mutate({ params: { key: image.key } })}
            >
              <IconTrash size={13} />
            </ActionIcon>
            <div className={c.caption} title={image.name}>
              {image.name}
            </div>
          </div>
        ))}
      </div>
    </>
  )
}

export default ImagesPanel
