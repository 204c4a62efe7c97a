import type { Names } from '../../contract/index.ts'
import type { FlowDocument } from '../canvas/document.ts'
import { drawFlow } from './drawFlow.ts'

/** Browsers draw nothing larger. */
const MOST_PIXELS = 60_000_000

const asUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

const fontFace = (): string | undefined => {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule) || !rule.style.getPropertyValue('font-family').includes('Inter')) continue
      const source = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1]
      return source && new URL(source, sheet.href ?? location.href).href
    }
  }
  return undefined
}

/** The product's font inside the picture, which cannot fetch it; without it the reader's own is used. */
const ownFont = async (): Promise<string> => {
  const address = fontFace()
  const reply = address ? await fetch(address).catch(() => undefined) : undefined
  if (!reply?.ok) return ''
  return `<style>@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(${await asUrl(await reply.blob())})}</style>`
}

const toPng = async (svg: string, width: number, height: number): Promise<Blob> => {
  const image = new Image()
  image.src = await asUrl(new Blob([svg], { type: 'image/svg+xml' }))
  await image.decode()
  const scale = Math.min(2, Math.sqrt(MOST_PIXELS / (width * height)))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.floor(width * scale),
    height: Math.floor(height * scale),
  })
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('This flow is too large for a PNG. Save it as SVG.')),
    )
  })
}

/** Saves a picture of a whole flow as a file. */
export const saveImage = async (kind: 'png' | 'svg', name: string, flow: FlowDocument, names: Names): Promise<void> => {
  const { svg, width, height } = drawFlow(name, flow, names, await ownFont())
  const blob = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await toPng(svg, width, height)
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(blob),
    download: `${name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'flow'}.${kind}`,
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
