import { Button, Loader, TextInput } from '@mantine/core'
import { ErrorPanel, useCall } from '@millrace/kit/web'
import { IconUpload } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { imageCalls as calls } from '../../contract/imageCalls.ts'
import { LibraryImage } from '../images/LibraryImage.tsx'
import c from './palette.module.css'
import { usePlaceImage } from './usePlaceImage.ts'
import { useUpload } from './useUpload.ts'

/** Uploaded images: press one to put it into the mail. */
const ImagesPanel = () => {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data, error, isPending, refetch } = useCall(calls.listImages, {
    query: { limit: 200, ...(wanted && { search: wanted }) },
  })
  const [isOver, setOver] = useState(false)
  const upload = useUpload()
  const place = usePlaceImage()
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
      <TextInput
        size="xs"
        mt={8}
        aria-label="Search images"
        placeholder="Search by name"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {wanted && data?.images.length === 0 && <p className={c.hint}>No image has this name.</p>}
      {isPending && <Loader m={20} />}
      <div className={c.images}>
        {(data?.images ?? []).map((image) => (
          <LibraryImage key={image.key} image={image} className={c} onUse={place} />
        ))}
      </div>
    </>
  )
}

export default ImagesPanel
