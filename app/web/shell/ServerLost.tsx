import { ApiError } from '@millrace/kit/web'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import css from './Shell.module.css'

/** Said while the servers cannot be reached. */
export const SERVER_LOST =
  'We are having issues connecting to our servers. Please check your internet connection and reload.'

const isLost = (error: unknown) => error instanceof ApiError && error.status === 0

/** A line under the top bar while the server or the network is away; goes by itself when either is back. */
export default function ServerLost() {
  const client = useQueryClient()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const away = () => setAway(true)
    const back = () => setAway(false)
    window.addEventListener('offline', away)
    window.addEventListener('online', back)
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      if (event.action.type === 'success') setAway(false)
      if (event.action.type === 'error' && isLost(event.action.error)) setAway(true)
    })
    return () => {
      window.removeEventListener('offline', away)
      window.removeEventListener('online', back)
      stop()
    }
  }, [client])
  if (!isAway) return null
  return (
    <div className={css.banner} role="alert">
      {SERVER_LOST}
    </div>
  )
}
