import { Button, Group, NumberInput, SegmentedControl, Select, Slider, Switch, Text } from '@mantine/core'
import type { DesignBlock, DesignValues } from '../../contract/design.ts'
import { groupOf, hrefOf, htmlOf, numberOf, textOf, withHref } from '../design/read.ts'
import { useUpload } from '../palette/useUpload.ts'
import { MergeInput } from '../parts/MergeInput.tsx'
import { AlignField, ColorField, type Font, FontField, Labelled, PixelField, SlideField } from './fields.tsx'
import c from './inspector.module.css'

/** What a form of settings gets: the block and a function that changes its settings. `key` joins changes into one step. */
export type FormProps = { block: DesignBlock; set: (values: DesignValues, key: string) => void }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeWords = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)

const wordsOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

const WEIGHTS = [
  { value: '400', label: 'Regular' },
  { value: '500', label: 'Medium' },
  { value: '600', label: 'Semibold' },
  { value: '700', label: 'Bold' },
]

const TypeFields = ({ block: { values }, set }: FormProps) => (
  <>
    <FontField
      value={values.fontFamily as Font | undefined}
      onChange={(fontFamily) => set({ fontFamily }, 'fontFamily')}
    />
    <div className={c.two}>
      <PixelField
        label="Size"
        value={numberOf(values, 'fontSize', 14)}
        max={96}
        onChange={(size) => set({ fontSize: `${size}px` }, 'fontSize')}
      />
      <Select
        label="Weight"
        data={WEIGHTS}
        value={textOf(values, 'fontWeight') || '400'}
        allowDeselect={false}
        onChange={(weight) => set({ fontWeight: Number(weight) }, 'fontWeight')}
      />
    </div>
    <div className={c.two}>
      <ColorField label="Colour" value={textOf(values, 'color')} onChange={(color) => set({ color }, 'color')} />
      <NumberInput
        label="Line height"
        value={numberOf(values, 'lineHeight', 140)}
        min={80}
        max={300}
        step={5}
        suffix=" %"
        hideControls={false}
        onChange={(height) => set({ lineHeight: `${height}%` }, 'lineHeight')}
      />
    </div>
    <AlignField
      value={textOf(values, 'textAlign') || 'left'}
      onChange={(textAlign) => set({ textAlign }, 'textAlign')}
    />
  </>
)

const HeadingForm = (props: FormProps) => (
  <>
    <Labelled label="Level">
      <SegmentedControl
        fullWidth
        aria-label="Level"
        data={['h1', 'h2', 'h3', 'h4'].map((level) => ({ value: level, label: level.toUpperCase() }))}
        value={textOf(props.block.values, 'headingType') || 'h1'}
        onChange={(headingType) => props.set({ headingType }, 'headingType')}
      />
    </Labelled>
    <TypeFields {...props} />
  </>
)

const TextForm = (props: FormProps) => (
  <>
    <Text size="xs" c="dimmed">
      Write in the mail itself. Select words there for bold, lists, links and merge tags.
    </Text>
    <TypeFields {...props} />
  </>
)

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
      <FontField
        value={values.fontFamily as Font | undefined}
        onChange={(fontFamily) => set({ fontFamily }, 'fontFamily')}
      />
      <div className={c.two}>
        <PixelField
          label="Size"
          value={numberOf(values, 'fontSize', 14)}
          max={48}
          onChange={(next) => set({ fontSize: `${next}px` }, 'fontSize')}
        />
        <PixelField
          label="Corners"
          value={numberOf(values, 'borderRadius', 4)}
          max={60}
          onChange={(next) => set({ borderRadius: `${next}px` }, 'borderRadius')}
        />
      </div>
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

const ImageForm = ({ block: { values }, set }: FormProps) => {
  const source = groupOf(values, 'src')
  const url = textOf(source, 'url')
  const isAuto = source.autoWidth !== false
  const upload = useUpload((image) =>
    set(
      {
        src: { ...source, url: image.url, width: image.width ?? 600, height: image.height ?? 300 },
        ...(!textOf(values, 'altText') && { altText: image.name.replace(/\.\w+$/, '').replace(/[-_]+/g, ' ') }),
      },
      'upload',
    ),
  )
  return (
    <>
      {url && (
        <div className={c.shown}>
          <img src={url} alt="" />
        </div>
      )}
      <Group grow>
        <Button variant="default" onClick={upload.choose} loading={upload.isBusy}>
          {url ? 'Replace image' : 'Upload image'}
        </Button>
      </Group>
      <MergeInput
        label="Address"
        value={url}
        placeholder="https://"
        onChange={(next) => set({ src: { ...source, url: next } }, 'url')}
      />
      <MergeInput
        label="Description"
        value={textOf(values, 'altText')}
        placeholder="Read out, and shown where images are off"
        onChange={(altText) => set({ altText }, 'altText')}
      />
      <MergeInput
        label="Link"
        value={hrefOf(values.action)}
        placeholder="https://"
        onChange={(href) => set({ action: withHref(values.action, href) }, 'action')}
      />
      <Switch
        label="Its own width"
        checked={isAuto}
        onChange={(event) =>
          set({ src: { ...source, autoWidth: event.currentTarget.checked, maxWidth: '100%' } }, 'width')
        }
      />
      {!isAuto && (
        <Labelled label="Width">
          <Slider
            value={numberOf(source, 'maxWidth', 100)}
            min={10}
            size={4}
            thumbLabel="Width"
            label={(shown) => `${shown} %`}
            onChange={(next) => set({ src: { ...source, maxWidth: `${next}%` } }, 'width')}
          />
        </Labelled>
      )}
      <AlignField
        value={textOf(values, 'textAlign') || 'center'}
        onChange={(textAlign) => set({ textAlign }, 'textAlign')}
      />
    </>
  )
}

const DividerForm = ({ block: { values }, set }: FormProps) => {
  const border = groupOf(values, 'border')
  const draw = (part: DesignValues, key: string) => set({ border: { ...border, ...part } }, key)
  return (
    <>
      <div className={c.two}>
        <ColorField
          label="Colour"
          value={textOf(border, 'borderTopColor')}
          onChange={(borderTopColor) => draw({ borderTopColor }, 'color')}
        />
        <PixelField
          label="Thickness"
          value={numberOf(border, 'borderTopWidth', 1)}
          max={20}
          onChange={(next) => draw({ borderTopWidth: `${next}px` }, 'thickness')}
        />
      </div>
      <Select
        label="Line"
        data={[
          { value: 'solid', label: 'Solid' },
          { value: 'dashed', label: 'Dashed' },
          { value: 'dotted', label: 'Dotted' },
        ]}
        value={textOf(border, 'borderTopStyle') || 'solid'}
        allowDeselect={false}
        onChange={(borderTopStyle) => draw({ borderTopStyle }, 'style')}
      />
      <Labelled label="Width">
        <Slider
          value={numberOf(values, 'width', 100)}
          min={5}
          size={4}
          thumbLabel="Width"
          label={(shown) => `${shown} %`}
          onChange={(next) => set({ width: `${next}%` }, 'width')}
        />
      </Labelled>
      <AlignField
        value={textOf(values, 'textAlign') || 'center'}
        onChange={(textAlign) => set({ textAlign }, 'textAlign')}
      />
    </>
  )
}

const HtmlForm = ({ block: { values }, set }: FormProps) => (
  <MergeInput
    label="HTML"
    isMultiline
    isCode
    value={textOf(values, 'html')}
    onChange={(html) => set({ html }, 'html')}
  />
)

/** The settings of each kind of block. */
export const FORMS: Record<string, (props: FormProps) => React.ReactNode> = {
  heading: HeadingForm,
  text: TextForm,
  paragraph: TextForm,
  button: ButtonForm,
  image: ImageForm,
  divider: DividerForm,
  html: HtmlForm,
}
