import { SegmentedControl, Switch } from '@mantine/core'
import type { DesignValues } from '../../contract/design.ts'
import { changeBody } from '../design/change.ts'
import { groupOf, numberOf, textOf } from '../design/read.ts'
import { useChangeDesign, useDesign } from '../editor/EditorContext.tsx'
import { BackgroundImage } from '../inspector/BackgroundImage.tsx'
import { ColorField, type Font, FontField, Labelled, PixelField } from '../inspector/fields.tsx'
import { LanguageFields } from './LanguageFields.tsx'
import c from './palette.module.css'

const ARIAL: Font = { label: 'Arial', value: 'arial,helvetica,sans-serif' }

/** Settings of the whole mail. */
const BodyPanel = () => {
  const values = useDesign().body.values ?? {}
  const change = useChangeDesign()
  const set = (next: DesignValues, key?: string) => change((design) => changeBody(design, next), key && `body:${key}`)
  const link = groupOf(values, 'linkStyle')
  return (
    <div className={c.form}>
      <PixelField
        label="Width"
        value={numberOf(values, 'contentWidth', 500)}
        max={900}
        onChange={(width) => set({ contentWidth: `${width}px` }, 'width')}
      />
      <ColorField
        label="Background"
        value={textOf(values, 'backgroundColor')}
        onChange={(backgroundColor) => set({ backgroundColor }, 'background')}
      />
      <FontField
        value={values.fontFamily as Font | undefined}
        onChange={(font) => set({ fontFamily: font ?? ARIAL }, 'font')}
      />
      <ColorField
        label="Text"
        value={textOf(values, 'textColor')}
        onChange={(textColor) => set({ textColor }, 'text')}
      />
      <ColorField
        label="Links"
        value={textOf(link, 'linkColor')}
        onChange={(linkColor) => set({ linkStyle: { ...link, body: true, linkColor } }, 'links')}
      />
      <Switch
        label="Underline links"
        checked={link.linkUnderline !== false}
        onChange={(event) =>
          set({ linkStyle: { ...link, body: true, linkUnderline: event.currentTarget.checked } }, 'underline')
        }
      />
      <Labelled label="Place">
        <SegmentedControl
          fullWidth
          aria-label="Place"
          data={[
            { value: 'left', label: 'Left' },
            { value: 'center', label: 'Centre' },
          ]}
          value={textOf(values, 'contentAlign') || 'center'}
          onChange={(contentAlign) => set({ contentAlign }, 'place')}
        />
      </Labelled>
      <BackgroundImage values={values} set={set} />
      <LanguageFields values={values} set={set} />
    </div>
  )
}

export default BodyPanel
