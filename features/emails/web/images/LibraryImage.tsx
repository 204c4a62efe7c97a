import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { askFirst, copyText, sentenceOf, told, useMutate } from '@millrace/kit/web'
import { IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { Image } from '../../contract/email.ts'
import { imageCalls as calls } from '../../contract/imageCalls.ts'

type Props = {
  image: Image
  onUse: (image: Image) => void
  /** Styles of the panel that it stands in. */
  className: Readonly<Record<string, string | undefined>>
}

const useRemove = ({ key, name }: Image) => {
  const force = useMutate(calls.deleteImage, { invalidates: [calls.listImages] })
  return useMutate(calls.deleteImage, {
    invalidates: [calls.listImages],
    onError: async (error) => {
      if (error.status !== 409) return told.error("We couldn't remove your image.", sentenceOf(error))
      const isSure = await askFirst({
        title: `Remove “${name}” all the same?`,
        children: `${error.message} Mails that show it keep it; it only leaves the library.`,
        confirm: 'Remove',
        danger: true,
      })
      if (isSure) force.mutate({ params: { key }, query: { force: 'true' } })
    },
  })
}

/** An image of the library: press it to use it; rename it, take its address, or remove it. */
export const LibraryImage = ({ image, onUse, className: c }: Props) => {
  const [name, setName] = useState<string>()
  const remove = useRemove(image)
  const rename = useMutate(calls.renameImage, { invalidates: [calls.listImages] })
  const done = () => {
    const next = name?.trim()
    setName(undefined)
    if (next && next !== image.name) rename.mutate({ params: { key: image.key }, body: { name: next } })
  }
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') done()
    if (event.key === 'Escape') setName(undefined)
  }
  const thumb = image.sizes[0]?.url ?? image.url
  return (
    <div className={c.image}>
      <button type="button" className={c.thumb} onClick={() => onUse(image)} aria-label={`Use ${image.name}`}>
        <img src={thumb} alt="" loading="lazy" />
      </button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={c.remove ?? ''} size={22} aria-label={`More about ${image.name}`}>
            <IconDots size={13} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setName(image.name)}>Rename</Menu.Item>
          <Menu.Item onClick={() => void copyText(image.url)}>Copy address</Menu.Item>
          <Menu.Item color="red" onClick={() => remove.mutate({ params: { key: image.key }, query: {} })}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {name === undefined ? (
        <div className={c.caption} title={`${image.name}, ${image.width ?? '?'} × ${image.height ?? '?'}`}>
          {image.name}
        </div>
      ) : (
        <TextInput
          size="xs"
          aria-label="Name of the image"
          value={name}
          autoFocus
          maxLength={255}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={done}
          onKeyDown={onKey}
        />
      )}
    </div>
  )
}
