import { ApiError, send } from '@millrace/kit/web'
import { createUploadUrl } from '../../contract/calls.ts'

const TIMEOUT_MS = 300_000
const UNREACHED = 'The upload broke off. Please check your connection and try again.'

const put = (url: string, file: File, onProgress: (share: number) => void, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    // Always this server, whatever name it calls itself.
    const { pathname, search } = new URL(url, location.href)
    request.open('PUT', pathname + search)
    request.timeout = TIMEOUT_MS
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 300) return resolve()
      let message = UNREACHED
      try {
        message = JSON.parse(request.responseText).error?.message ?? message
      } catch {
        // The answer is none of ours; the sentence above fits.
      }
      reject(new ApiError(request.status, 'Upload', message))
    }
    request.onerror = () => reject(new ApiError(0, 'Unreachable', UNREACHED))
    request.ontimeout = () => reject(new ApiError(0, 'Timeout', 'The upload took longer than 5 minutes.'))
    request.onabort = () => reject(new ApiError(0, 'Aborted', 'The upload was stopped.'))
    signal.addEventListener('abort', () => request.abort())
    request.setRequestHeader('content-type', 'text/csv')
    request.send(file)
  })

/** Uploads a file to an address signed for it; answers the key that names it afterwards. */
export const uploadFile = async (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  const { url, key } = await send(createUploadUrl, { body: { fileName: file.name } })
  await put(url, file, onProgress, signal)
  return key
}
