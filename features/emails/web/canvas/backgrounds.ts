import type { CSSProperties } from 'react'
import type { DesignValues } from '../../contract/design.ts'
import { groupOf, textOf } from '../design/read.ts'

/** The picture behind a row or a mail, and whether it reaches over the whole width. */
export const pictureOf = (values: DesignValues): { isWide: boolean; style: CSSProperties | undefined } => {
  const image = groupOf(values, 'backgroundImage')
  const url = textOf(image, 'url')
  const isWide = image.fullWidth !== false
  if (!url) return { isWide, style: undefined }
  const size = textOf(image, 'size')
  const isRepeated = image.repeat === true || image.repeat === 'repeat'
  return {
    isWide,
    style: {
      backgroundImage: `url(${JSON.stringify(url)})`,
      backgroundPosition: (textOf(image, 'position') || 'center').replace('-', ' '),
      backgroundRepeat: isRepeated ? 'repeat' : 'no-repeat',
      ...(size && size !== 'custom' && { backgroundSize: size }),
    },
  }
}

/** The border of a part, side by side. */
export const bordersOf = (values: DesignValues): CSSProperties => {
  const style: Record<string, string> = {}
  for (const [key, value] of Object.entries(groupOf(values, 'border')))
    if (/^border(Top|Right|Bottom|Left)/.test(key)) style[key] = String(value)
  return style
}
