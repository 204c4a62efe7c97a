import { Select } from '@mantine/core'
import { accountCalls } from '@millrace/accounts/contract'
import { useCall } from '@millrace/kit/web'
import { useMemo } from 'react'
import { DEFAULT_STACK, type Font, fontsOf } from '../design/fonts.ts'

export type { Font } from '../design/fonts.ts'

type Props = { value: Font | undefined; onChange: (font: Font | undefined) => void }

/** A font of the account; the default is the whole mail's. A font that only the design knows stays to be chosen. */
export const FontField = ({ value, onChange }: Props) => {
  const { data } = useCall(accountCalls.account)
  const names = data?.emailFonts
  const fonts = useMemo(() => fontsOf(names), [names])
  const label = value?.label && value.value ? value.label : DEFAULT_STACK
  const labels = [...new Set([...fonts.map((font) => font.label), label])]
  return (
    <Select
      label="Font"
      value={label}
      allowDeselect={false}
      data={labels}
      onChange={(name) => {
        const font = fonts.find((one) => one.label === name)
        if (font) onChange(font.value ? font : undefined)
      }}
    />
  )
}
