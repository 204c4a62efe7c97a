import type { CSSProperties } from 'react'
import type { DesignBlock } from '../../contract/design.ts'
import { groupOf, numberOf, textOf } from '../design/read.ts'
import { safeHtml } from '../design/safeHtml.ts'
import { type Line, tablePartsOf } from '../design/table.ts'
import type { Video } from '../design/video.ts'
import c from './views.module.css'

type Props = { block: DesignBlock }

const ICONS = '/social/icons'

const placeOf = (values: DesignBlock['values']): CSSProperties => ({
  textAlign: (textOf(values, 'align') || 'center') as 'center',
})

/** Icons of social networks; where their pictures do not load, the networks' first letters. */
export const SocialView = ({ block: { values } }: Props) => {
  const held = groupOf(values, 'icons')
  const icons = Array.isArray(held.icons) ? (held.icons as { name?: string }[]) : []
  const [size, gap] = [numberOf(values, 'iconSize', 32), numberOf(values, 'spacing', 5)]
  const look = textOf(held, 'iconType') || 'circle'
  if (!icons.length) return <div className={c.noImage}>Add a network in its settings</div>
  return (
    <div style={{ ...placeOf(values), lineHeight: 0 }}>
      {icons.map(({ name = '' }, index) => (
        <span
          key={index}
          className={c.social}
          data-look={look}
          style={{ width: size, height: size, fontSize: size * 0.42, marginRight: index < icons.length - 1 ? gap : 0 }}
        >
          {name.slice(0, 2)}
          <img
            src={`${ICONS}/${encodeURIComponent(look)}/${encodeURIComponent(name.toLowerCase())}.png`}
            alt={name}
            draggable={false}
            onError={(event) => {
              event.currentTarget.hidden = true
            }}
          />
        </span>
      ))}
    </div>
  )
}

/** A menu: words side by side, or one under the other. */
export const MenuView = ({ block: { values } }: Props) => {
  const items = groupOf(values, 'menu').items
  const list = Array.isArray(items) ? (items as { key?: string; text?: string }[]) : []
  const isStacked = textOf(values, 'layout') === 'vertical'
  const separator = textOf(values, 'separator')
  const item: CSSProperties = {
    display: isStacked ? 'block' : 'inline-block',
    padding: textOf(values, 'padding') || '5px 15px',
    color: textOf(values, 'linkColor') || '#0068A5',
    fontSize: textOf(values, 'fontSize') || '14px',
  }
  const family = textOf(groupOf(values, 'fontFamily'), 'value')
  if (family) item.fontFamily = family
  if (!list.length) return <div className={c.noImage}>Add an item in its settings</div>
  return (
    <div style={placeOf(values)}>
      {list.map(({ key, text }, index) => (
        <span key={key ?? index}>
          <span style={item}>{text}</span>
          {separator && !isStacked && index < list.length - 1 && <span style={item}>{separator}</span>}
        </span>
      ))}
    </div>
  )
}

// Cells hold what their author wrote, cleaned as words of other blocks are.
const fill = (cell: HTMLTableCellElement | null, html: string) => {
  if (cell) cell.innerHTML = safeHtml(html)
}

const Cells = ({ line, as: Cell, style }: { line: Line; as: 'td' | 'th'; style: CSSProperties }) => (
  <tr>
    {line.cells.map((cell, index) => (
      <Cell key={index} style={style} ref={(element) => fill(element, cell.text)} />
    ))}
  </tr>
)

/** A table with its header, rows and footer. */
export const TableView = ({ block: { values } }: Props) => {
  const parts = tablePartsOf(values)
  const border = groupOf(values, 'border')
  const line = `${textOf(border, 'borderTopWidth') || '1px'} ${textOf(border, 'borderTopStyle') || 'solid'} ${textOf(border, 'borderTopColor') || '#CCC'}`
  const styleOf = (part: 'header' | 'content' | 'footer'): CSSProperties => ({
    border: line,
    padding: textOf(values, `${part}Padding`) || '10px',
    background: textOf(values, `${part}BackgroundColor`) || 'transparent',
    color: textOf(values, `${part}Color`) || 'inherit',
    fontSize: textOf(values, `${part}FontSize`) || '14px',
    fontWeight: Number(textOf(values, `${part}FontWeight`)) || (part === 'content' ? 400 : 700),
    textAlign: (textOf(values, `${part}TextAlign`) || 'left') as 'left',
  })
  const striped = values.stripedRows === true ? textOf(values, 'stripedRowsBackgroundColor') : ''
  return (
    <table style={{ width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' }}>
      {values.enableHeader !== false && (
        <thead>
          {parts.headers.map((header, index) => (
            <Cells key={index} line={header} as="th" style={styleOf('header')} />
          ))}
        </thead>
      )}
      <tbody>
        {parts.rows.map((row, index) => (
          <Cells
            key={index}
            line={row}
            as="td"
            style={{ ...styleOf('content'), ...(striped && index % 2 === 0 && { background: striped }) }}
          />
        ))}
      </tbody>
      {values.enableFooter === true && (
        <tfoot>
          {parts.footers.map((footer, index) => (
            <Cells key={index} line={footer} as="td" style={styleOf('footer')} />
          ))}
        </tfoot>
      )}
    </table>
  )
}

/** The picture of a video. */
export const VideoView = ({ block: { values } }: Props) => {
  const { thumbnail, url, videoId } = groupOf(values, 'video') as Video
  if (thumbnail) return <img src={thumbnail} alt="Video" className={c.video} draggable={false} />
  return (
    <div className={c.noImage}>
      {url || videoId ? 'Upload a picture of the video in its settings' : 'Give the address of a video in its settings'}
    </div>
  )
}
