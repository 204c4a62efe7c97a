// Photos keep their colours: they are turned twice.
const DARK = `html{background:#fff;filter:invert(0.92) hue-rotate(180deg)}
img,video,picture,[background],[style*="background-image"]{filter:invert(1) hue-rotate(180deg)}`

/** A mail as programs show it that turn light mails dark by themselves, as Gmail on phones does. */
export const asDarkMail = (html: string): string => {
  const style = `<style>${DARK}</style>`
  return html.includes('</head>') ? html.replace('</head>', () => `${style}</head>`) : style + html
}
