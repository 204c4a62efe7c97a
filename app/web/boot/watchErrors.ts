import { told } from '@millrace/kit/web'
import { isChunkError, reloadOnce } from './chunks.ts'

/** Said of an error that nothing on the page took care of. */
export const UNCAUGHT = 'An error occured. Please try refreshing this page. Contact support if it persists.'

const isHarmless = (message: string) => /ResizeObserver loop/.test(message)

/** Tells people of errors that no part of the page took care of. */
export const watchErrors = () => {
  window.addEventListener('error', ({ error, message }) => {
    if (isHarmless(message) || (isChunkError(error) && reloadOnce())) return
    told.error(UNCAUGHT)
  })
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault()
  })
}
