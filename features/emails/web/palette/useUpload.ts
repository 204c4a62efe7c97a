import { ApiError, forget, send, sentenceOf, told } from '@millrace/kit/web'
import { useCallback, useState } from 'react'
import type { Image } from '../../contract/email.ts'
import { imageCalls as calls } from '../../contract/imageCalls.ts'

const KINDS = 'image/png,image/jpeg,image/gif,image/webp'

const put = async (file: File): Promise<Image> => {
  const { url } = await send(calls.signImageUpload, { body: { name: file.name } })
  const reply = await fetch(url, { method: 'PUT', body: file, headers: { 'content-type': 'application/octet-stream' } })
  const answer = (await reply.json().catch(() => null)) as { image?: Image; error?: { message?: string } } | null
  if (answer?.image) return answer.image
  const tooLarge = reply.status === 413 ? 'This image is too large. 8 MB is the most.' : ''
  throw new ApiError(reply.status, 'Upload', tooLarge || answer?.error?.message || calls.signImageUpload.fail)
}

const ask = () =>
  new Promise<File | undefined>((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = KINDS
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })

/** Uploads images: `choose` asks for a file, `add` takes one that was pasted or dropped and answers it, unless it was refused. */
export const useUpload = (onDone?: (image: Image) => void) => {
  const [isBusy, setBusy] = useState(false)
  const add = useCallback(
    async (file: File) => {
      setBusy(true)
      try {
        const image = await put(file)
        await forget(calls.listImages)
        onDone?.(image)
        return image
      } catch (error) {
        told.error(sentenceOf(error, calls.signImageUpload.fail))
        return undefined
      } finally {
        setBusy(false)
      }
    },
    [onDone],
  )
  const choose = async () => {
    const file = await ask()
    if (file) await add(file)
  }
  return { isBusy, add, choose: () => void choose() }
}
