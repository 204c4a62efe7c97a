import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { MetaLines } from '../editor/MetaLines.tsx'
import { VendorFrame } from './VendorFrame.tsx'
import c from './vendor.module.css'

type Props = {
  /** Where the page that shows it lies. */
  address: string
  onBack: () => void
}

/** Unlayer's own editor for the design of an email: the lines above the mail are ours, the mail is in its frame. */
export default function VendorEditor({ address, onBack }: Props) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  // Once it is open, a narrower window takes it from nobody.
  const [isWanted, setWanted] = useState(!isNarrow)
  if (!isWanted && !isNarrow) setWanted(true)
  const [attempt, setAttempt] = useState(0)
  return (
    <div className={c.view}>
      <MetaLines />
      {isWanted ? (
        <VendorFrame key={attempt} address={address} onBack={onBack} onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <div className={c.narrow}>
          <p>Unlayer's editor wants a wider screen. On this one, words and settings can be changed in ours.</p>
          <Button onClick={onBack}>Back to our editor</Button>
        </div>
      )}
    </div>
  )
}
