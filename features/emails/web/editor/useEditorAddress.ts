import { addressShape, param, useAddress } from '@millrace/kit/web'
import { useCallback, useState } from 'react'

const Address = addressShape({
  mode: param.oneOf(['edit', 'preview'], 'edit'),
  width: param.oneOf(['desktop', 'mobile'], 'desktop'),
  panel: param.oneOf(['versions', 'test']),
  with: param.oneOf(['unlayer']),
})

type EditorAddress = ReturnType<typeof Address.read>
type Change = (changes: Partial<EditorAddress>) => void

/**
 * What an editor shows: in the address on a page of its own; over another page, whose address has panels of its own, only
 * the mode with which it was opened.
 */
export const useEditorAddress = (isOver: boolean): [EditorAddress, Change] => {
  const [address, setAddress] = useAddress(Address)
  const [own, setOwn] = useState<EditorAddress>({ mode: address.mode, width: 'desktop' })
  const change = useCallback<Change>((changes) => setOwn((old) => ({ ...old, ...changes })), [])
  return isOver ? [own, change] : [address, setAddress]
}
