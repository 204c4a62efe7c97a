import { exitsOf, type Names, type StepKind, stepTypeOf, summaryOf } from '../../contract/index.ts'
import type { FlowDocument, LinkPart, NotePart, StepPart } from '../canvas/document.ts'
import { asStep } from '../canvas/toNodes.ts'
import { bendOf, lanesOf, nameOf, STEP_WIDTH, shareOf, waysOf } from '../canvas/ways.ts'

const HEIGHT = 96
const EDGE = 48
const HEAD = 64
const NAMES: Record<StepKind, [string, string, string]> = {
  trigger: ['Trigger', '#b45309', '#fef3e2'],
  filter: ['Filter', '#0369a1', '#e3f2fd'],
  action: ['Action', '#5a55db', '#eeeefe'],
  wait: ['Wait', '#52525b', '#f0f0f2'],
  goal: ['Goal', '#15803d', '#e5f6ec'],
}

const inXml = (text: string) =>
  text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign] ?? '')

type Type = { size: number; weight?: number; color?: string; middle?: boolean }
const words = (text: string, x: number, y: number, { size, weight = 400, color = '#18181d', middle }: Type) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}"${middle ? ' text-anchor="middle"' : ''}>${inXml(text)}</text>`

/** As much of a text as fits; letters are counted, for nothing is measured here. */
const fitting = (text: string, width: number, size: number) => {
  const most = Math.floor(width / (size * 0.54))
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** Lines of a text that is broken between words. */
const linesOf = (text: string, width: number, size: number): string[] => {
  const most = Math.max(4, Math.floor(width / (size * 0.54)))
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1) ?? ''
      if (last && last.length + word.length + 1 > most) lines.push(word)
      else lines[lines.length - 1] = last ? `${last} ${word}` : word
    }
    return lines
  })
}

const drawStep = (step: StepPart, names: Names): string => {
  const kind = stepTypeOf(step)?.kind ?? step.type
  const [label, color, ground] = NAMES[kind]
  const { title, text } = summaryOf(asStep(step), names)
  const inner = STEP_WIDTH - 24
  return [
    `<g transform="translate(${step.x} ${step.y})">`,
    `<rect width="${STEP_WIDTH}" height="${HEIGHT}" rx="12" fill="#fff" stroke="#e3e3e8"/>`,
    `<rect x="12" y="11" width="30" height="30" rx="9" fill="${ground}"/><circle cx="27" cy="26" r="5" fill="${color}"/>`,
    words(label, 52, 22, { size: 11, weight: 500, color }),
    words(fitting(title, inner - 40, 13.5), 52, 38, { size: 13.5, weight: 600 }),
    ...linesOf(text, inner, 12)
      .slice(0, 2)
      .map((line, index) => words(fitting(line, inner, 12), 12, 62 + index * 17, { size: 12, color: '#5f5f6b' })),
    '</g>',
  ].join('')
}

const drawLinks = (document: FlowDocument, source: StepPart, links: readonly LinkPart[]): string => {
  const named = links.map(({ condition = '' }) => condition)
  const { ways } = waysOf(exitsOf(asStep(source)), named)
  const lanes = lanesOf(document, links, ways)
  const y = source.y + HEIGHT
  const lines = links.map((link) => {
    const target = document.steps[link.target]
    if (!target) return ''
    const x = source.x + STEP_WIDTH * shareOf(Math.max(0, ways.indexOf(link.condition ?? '')), ways.length)
    const [toX, toY] = [target.x + STEP_WIDTH / 2, target.y]
    const bend = bendOf({ lane: lanes.get(link.key), count: ways.length }, y, toY) ?? (y + toY) / 2
    const way = toY >= y + 20 ? `V${bend}H${toX}V${toY}` : `v20H${(x + toX) / 2}V${toY - 20}H${toX}v20`
    return `<path d="M${x} ${y}${way}" fill="none" stroke="#b9b9c4" stroke-width="1.6" stroke-linejoin="round"/>`
  })
  const chips = ways.map((way, index) => {
    if (!way) return ''
    const { isLower, share } = nameOf(index, ways.length)
    const text = fitting(
      way.replace(/^\w/, (letter) => letter.toUpperCase()),
      STEP_WIDTH * share - 16,
      11,
    )
    const width = text.length * 6.2 + 16
    const x = source.x + STEP_WIDTH * shareOf(index, ways.length)
    const top = y + 8 + (isLower ? 22 : 0)
    const box = `<rect x="${x - width / 2}" y="${top}" width="${width}" height="19" rx="9.5" fill="#fff" stroke="#d9d9e0"/>`
    return box + words(text, x, top + 13.5, { size: 11, weight: 500, color: '#5f5f6b', middle: true })
  })
  return [...lines, ...chips].join('')
}

const drawNote = ({ type, text, fontSize, x, y, width, height }: NotePart): string => {
  if (type === 'annotation')
    return linesOf(text, 4_000, fontSize)
      .map((line, index) =>
        words(line, x, y + fontSize * (1 + index * 1.3), { size: fontSize, weight: 600, color: '#6b6b76' }),
      )
      .join('')
  const lines = linesOf(text, width - 24, 12.5).slice(0, Math.floor((height - 16) / 18))
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="#fff6d6" stroke="#f0dfa0"/>`
  return (
    box +
    lines.map((line, index) => words(line, x + 12, y + 24 + index * 18, { size: 12.5, color: '#5c4a12' })).join('')
  )
}

/** A picture of a whole flow: light, with its name above. `font` is a style that says the font, where the picture brings its own. */
export const drawFlow = (
  name: string,
  document: FlowDocument,
  names: Names,
  font = '',
): { svg: string; width: number; height: number } => {
  const steps = Object.values(document.steps)
  const notes = Object.values(document.notes)
  const boxes = [
    ...steps.map(({ x, y }) => ({ x, y, right: x + STEP_WIDTH, bottom: y + HEIGHT + 40 })),
    ...notes.map(({ x, y, width, height }) => ({ x, y, right: x + width, bottom: y + height })),
  ]
  const left = boxes.length ? Math.min(...boxes.map(({ x }) => x)) : 0
  const top = boxes.length ? Math.min(...boxes.map(({ y }) => y)) : 0
  const width = Math.max(480, ...boxes.map(({ right }) => right - left)) + 2 * EDGE
  const height = Math.max(80, ...boxes.map(({ bottom }) => bottom - top)) + 2 * EDGE + HEAD
  const links = Map.groupBy(Object.values(document.links), ({ source }) => source)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="'Inter Variable', Inter, system-ui, sans-serif">`,
    `<title>${inXml(name)}</title>${font}<rect width="${width}" height="${height}" fill="#f7f7f9"/>`,
    words(name, EDGE, EDGE + 22, { size: 24, weight: 600 }),
    `<g transform="translate(${EDGE - left} ${EDGE + HEAD - top})">`,
    ...notes.map(drawNote),
    ...steps.map((step) => drawLinks(document, step, links.get(step.key) ?? [])),
    ...steps.map((step) => drawStep(step, names)),
    '</g></svg>',
  ].join('')
  return { svg, width, height }
}
