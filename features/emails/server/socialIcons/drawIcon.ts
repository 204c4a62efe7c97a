import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { loadSharp } from '../images/loadSharp.ts'

/** The colour of each network; those without one are grey. */
const COLORS: Record<string, string> = {
  facebook: '#1877f2', instagram: '#d62976', linkedin: '#0a66c2', x: '#000000', youtube: '#ff0000', tiktok: '#010101',
  github: '#24292f', discord: '#5865f2', slack: '#4a154b', medium: '#000000', pinterest: '#bd081c', reddit: '#ff4500',
  telegram: '#229ed9', threads: '#000000', twitter: '#1d9bf0', vimeo: '#0f9bd7', whatsapp: '#1ebe57',
  snapchat: '#e6c700', tumblr: '#36465d', flickr: '#f40083', dribbble: '#ea4c89', spotify: '#1aa34a',
  soundcloud: '#ff5500', messenger: '#0a7cff', twitch: '#9146ff', skype: '#00aff0', foursquare: '#f94877',
  meetup: '#ed1c40', bluesky: '#1185fe', mastodon: '#6364ff', behance: '#1769ff', email: '#59616e', website: '#59616e',
} // biome-ignore format: a table

/** Names of pictures that are not those of a brand. */
const PLAIN: Record<string, string> = { email: 'mail', website: 'world' }

/** Three times as large as most show them, so that they are sharp on any screen. */
const SIZE = 96
const CORNERS: Record<string, number> = { circle: 48, rounded: 18, squared: 0 }

const pictureOf = async (name: string) => {
  const file = PLAIN[name] ?? `brand-${name}`
  const svg = await readFile(fileURLToPath(import.meta.resolve(`@tabler/icons/outline/${file}.svg`)), 'utf8')
  return svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
}

const svgOf = async (look: string, name: string) => {
  const [shape = 'circle', tone] = look.split('-')
  const [back, front] =
    tone === 'white' ? ['#ffffff', '#1d2129'] : [tone === 'black' ? '#000000' : COLORS[name], '#ffffff']
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 96 96">
    <rect width="96" height="96" rx="${CORNERS[shape]}" fill="${back}"/>
    <g transform="translate(21.6 21.6) scale(2.2)" fill="none" stroke="${front}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${await pictureOf(name)}</g>
  </svg>`
}

const isKnown = (look: string, name: string) =>
  Object.hasOwn(COLORS, name) && /^(?:circle|rounded|squared)(?:-black|-white)?$/.test(look)

/**
 * The icon of a network as a PNG, in a look like `circle` or `rounded-black`; undefined where there is none, or where the image
 * library is not there.
 */
export const drawIcon = async (look: string, name: string): Promise<Buffer | undefined> => {
  if (!isKnown(look, name)) return undefined
  const sharp = await loadSharp()
  return sharp?.(Buffer.from(await svgOf(look, name)))
    .png({ palette: true })
    .toBuffer()
}
