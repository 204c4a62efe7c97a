import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'

/** What stands where a screen will be; nothing for the first moments, so that quick screens do not flicker. */
export const ScreenLoader = () => {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 250)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div style={{ display: 'grid', placeItems: 'center', height: '100%', minHeight: 200 }}>{isShown && <Loader />}</div>
  )
}
