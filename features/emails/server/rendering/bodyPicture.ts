import type { DesignValues } from '../../contract/design.ts'

const SIZES = new Set(['cover', 'contain'])

/** The HTML of a mail's body with the picture that its design puts behind it, which the exporter leaves out. */
export const withBodyPicture = (html: string, body: DesignValues): string => {
  const image = (body.backgroundImage ?? {}) as DesignValues
  const url = String(image.url ?? '')
  if (!/^https?:\/\/[^\s"'()<>\\]+$/.test(url)) return html
  const isRepeated = image.repeat === true || image.repeat === 'repeat'
  const place = String(image.position ?? 'center').replace(/[^a-z%\d -]/gi, '')
  const style = [
    `background-image: url('${url}')`,
    `background-repeat: ${isRepeated ? 'repeat' : 'no-repeat'}`,
    `background-position: ${place.replace('-', ' ')}`,
    ...(SIZES.has(String(image.size)) ? [`background-size: ${image.size}`] : []),
  ].join(';')
  return html.replace(/(<table role="presentation" id="[^"]*") style="/, `$1 background="${url}" style="${style};`)
}
