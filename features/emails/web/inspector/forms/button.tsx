import { Switch } from '@mantine/core'
import { groupOf, hrefOf, htmlOf, numberOf, textOf, withHref } from '../../design/read.ts'
import { MergeInput } from '../../parts/MergeInput.tsx'
import { FontAndSize } from '../FontAndSize.tsx'
import { AlignField, ColorField, PixelField, SlideField } from '../fields.tsx'
import type { FormProps } from '../form.ts'
import c from '../inspector.module.css'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeWords = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)

const wordsOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

const ButtonForm = ({ block, set }: FormProps) => {
  const { values } = block
  const colors = groupOf(values, 'buttonColors')
  const size = groupOf(values, 'size')
  const [vertical = '12px', horizontal = vertical] = textOf(values, 'padding').split(/\s+/)
  const pad = Number.parseFloat(horizontal) || 0
  return (
    <>
      <MergeInput
        label="Label"
        value={wordsOf(htmlOf(block))}
        onChange={(text) => set({ text: escapeWords(text), textJson: undefined }, 'text')}
      />
      <MergeInput
        label="Link"
        value={hrefOf(values.href)}
        placeholder="https://"
        onChange={(href) => set({ href: withHref(values.href, href) }, 'href')}
      />
      <div className={c.two}>
        <ColorField
          label="Fill"
          value={textOf(colors, 'backgroundColor')}
          onChange={(backgroundColor) =>
            set({ buttonColors: { ...colors, backgroundColor, hoverBackgroundColor: backgroundColor } }, 'fill')
          }
        />
        <ColorField
          label="Text"
          value={textOf(colors, 'color')}
          onChange={(color) => set({ buttonColors: { ...colors, color, hoverColor: color } }, 'textColor')}
        />
      </div>
      <FontAndSize block={block} set={set} largest={48}>
        <PixelField
          label="Corners"
          value={numberOf(values, 'borderRadius', 4)}
          max={60}
          onChange={(next) => set({ borderRadius: `${next}px` }, 'borderRadius')}
        />
      </FontAndSize>
      <AlignField
        value={textOf(values, 'textAlign') || 'center'}
        onChange={(textAlign) => set({ textAlign }, 'textAlign')}
      />
      <SlideField
        label="Padding"
        value={pad}
        onChange={(next) => set({ padding: `${Math.round(next * 0.55)}px ${next}px` }, 'padding')}
      />
      <Switch
        label="As wide as its column"
        checked={size.autoWidth === false}
        onChange={(event) => set({ size: { autoWidth: !event.currentTarget.checked, width: '100%' } }, 'size')}
      />
    </>
  )
}

export default ButtonForm
