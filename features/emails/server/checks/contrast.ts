const NAMED: Record<string, string> = {
  black: '#000000',
  white: '#ffffff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  red: '#ff0000',
  blue: '#0000ff',
  green: '#008000',
  yellow: '#ffff00',
  orange: '#ffa500',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
}

const HEX = /^#([\da-f]{6})(?:ff)?$/i
const SHORT = /^#([\da-f])([\da-f])([\da-f])$/i
const RGB = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*(?:[,/]\s*([\d.]+%?)\s*)?\)$/i

/** Red, green and blue of a colour; undefined where it cannot be told, or where it lets something through. */
export const readColor = (text: string | undefined): [number, number, number] | undefined => {
  const color = NAMED[text?.trim().toLowerCase() ?? ''] ?? text?.trim() ?? ''
  const short = SHORT.exec(color)
  const hex = HEX.exec(short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : color)?.[1]
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]
  const [, red, green, blue, alpha = '1'] = RGB.exec(color) ?? []
  return red && (alpha === '1' || alpha === '100%') ? [Number(red), Number(green), Number(blue)] : undefined
}

const luminance = (color: readonly [number, number, number]) => {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How far two colours stand apart, from 1 to 21, as WCAG counts it; undefined where one cannot be told. */
export const contrastOf = (front: string | undefined, back: string | undefined): number | undefined => {
  const [a, b] = [readColor(front), readColor(back)]
  if (!a || !b) return undefined
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}
