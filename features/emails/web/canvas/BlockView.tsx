import { type CSSProperties, memo } from 'react'
import type { DesignBlock, DesignValues } from '../../contract/design.ts'
import { kindOf } from '../design/kinds.ts'
import { groupOf, htmlOf, numberOf, textOf } from '../design/read.ts'
import { MailFrame } from '../parts/MailFrame.tsx'
import { bordersOf } from './backgrounds.ts'
import { EditableText } from './EditableText.tsx'
import { MenuView, SocialView, TableView, VideoView } from './ListViews.tsx'
import { ServerBlock } from './ServerBlock.tsx'
import { SnippetView } from './SnippetView.tsx'
import c from './views.module.css'

type Props = {
  block: DesignBlock
  isSelected: boolean
  onText: (html: string) => void
}

const fontOf = (values: DesignValues): CSSProperties => {
  const family = textOf(groupOf(values, 'fontFamily'), 'value')
  const style: CSSProperties = { textAlign: (textOf(values, 'textAlign') || 'left') as 'left' }
  if (family) style.fontFamily = family
  if (textOf(values, 'fontSize')) style.fontSize = textOf(values, 'fontSize')
  if (textOf(values, 'lineHeight')) style.lineHeight = textOf(values, 'lineHeight')
  if (textOf(values, 'letterSpacing')) style.letterSpacing = textOf(values, 'letterSpacing')
  if (textOf(values, 'fontWeight')) style.fontWeight = Number(textOf(values, 'fontWeight')) || 'bold'
  if (textOf(values, 'color')) style.color = textOf(values, 'color')
  return style
}

const HEADING_WEIGHT = 400

const Heading = ({ block, isSelected, onText }: Props) => (
  <EditableText
    html={htmlOf(block)}
    isEditing={isSelected}
    isSingleLine
    label="Heading"
    style={{ fontWeight: HEADING_WEIGHT, ...fontOf(block.values) }}
    onChange={onText}
  />
)

const Text = ({ block, isSelected, onText }: Props) => (
  <EditableText
    html={htmlOf(block)}
    isEditing={isSelected}
    label="Text"
    style={fontOf(block.values)}
    onChange={onText}
  />
)

const Button = ({ block, isSelected, onText }: Props) => {
  const { values } = block
  const colors = groupOf(values, 'buttonColors')
  const size = groupOf(values, 'size')
  const { textAlign, ...font } = fontOf(values)
  const style: CSSProperties = {
    ...font,
    ...bordersOf(values),
    display: 'inline-block',
    maxWidth: '100%',
    padding: textOf(values, 'padding') || '10px 20px',
    borderRadius: textOf(values, 'borderRadius') || '4px',
    background: textOf(colors, 'backgroundColor') || '#0879A1',
    color: textOf(colors, 'color') || '#FFFFFF',
    lineHeight: textOf(values, 'lineHeight') || '120%',
    fontSize: textOf(values, 'fontSize') || '14px',
    textAlign: 'center',
    boxSizing: 'border-box',
    ...(size.autoWidth === false && { width: textOf(size, 'width') || '100%' }),
  }
  return (
    <div style={{ textAlign: textAlign ?? 'center' }}>
      <EditableText
        html={htmlOf(block)}
        isEditing={isSelected}
        isSingleLine
        label="Button label"
        style={style}
        onChange={onText}
      />
    </div>
  )
}

const Image = ({ block: { values } }: Props) => {
  const source = groupOf(values, 'src')
  const url = textOf(source, 'url')
  const align = (textOf(values, 'textAlign') || 'center') as 'center'
  if (!url) return <div className={c.noImage}>Choose an image in its settings</div>
  const isAuto = source.autoWidth !== false
  const width = isAuto ? `min(100%, ${numberOf(source, 'width', 600)}px)` : textOf(source, 'maxWidth') || '100%'
  return (
    <div style={{ textAlign: align }}>
      <img
        src={url}
        alt={textOf(values, 'altText')}
        style={{ width, maxWidth: '100%', height: 'auto', verticalAlign: 'top' }}
        draggable={false}
      />
    </div>
  )
}

const Divider = ({ block: { values } }: Props) => {
  const border = groupOf(values, 'border')
  const line = `${textOf(border, 'borderTopWidth') || '1px'} ${textOf(border, 'borderTopStyle') || 'solid'} ${textOf(border, 'borderTopColor') || '#BBBBBB'}`
  return (
    <div style={{ textAlign: (textOf(values, 'textAlign') || 'center') as 'center', lineHeight: 0 }}>
      <div style={{ display: 'inline-block', width: textOf(values, 'width') || '100%', borderTop: line }} />
    </div>
  )
}

const OwnHtml = ({ block: { values } }: Props) => {
  const page = `<!doctype html><body style="margin:0;font-family:arial,helvetica,sans-serif">${textOf(values, 'html')}</body>`
  return <MailFrame html={page} title="Your HTML" minHeight={20} isInert />
}

const Timer = ({ block }: Props) => {
  const url = textOf(groupOf(block.values, 'countdown'), 'countdownUrl')
  if (!url) return <div className={c.noImage}>Give the address of the countdown in its settings</div>
  return <ServerBlock block={block} />
}

const VIEWS: Record<string, (props: Props) => React.ReactNode> = {
  heading: Heading,
  text: Text,
  paragraph: Text,
  button: Button,
  image: Image,
  divider: Divider,
  html: OwnHtml,
  social: SocialView,
  menu: MenuView,
  table: TableView,
  video: VideoView,
  timer: Timer,
  'millrace-snippet': SnippetView,
}

/** A block as its reader will see it. Kinds that the editor does not know are drawn by the server. */
export const BlockView = memo(function BlockView(props: Props) {
  const { block } = props
  const View = VIEWS[kindOf(block)]
  return (
    <div style={{ padding: textOf(block.values, 'containerPadding') || '10px' }}>
      {View ? <View {...props} /> : <ServerBlock block={block} />}
    </div>
  )
})
