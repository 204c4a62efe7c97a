/** What follows a font where a reader's machine does not have it. */
const FALLBACKS: Readonly<Record<string, string>> = {
  'Default stack': 'arial, helvetica, sans-serif',
  Roboto: 'arial, helvetica, sans-serif',
  'Roboto Mono': 'courier, monospace',
  'Roboto Slab': 'georgia, serif',
  'Open Sans': 'arial, helvetica, sans-serif',
  Arial: 'helvetica, sans-serif',
  Verdana: 'geneva, sans-serif',
  Tahoma: 'arial, helvetica, sans-serif',
  'Trebuchet MS': 'geneva, sans-serif',
  'Times New Roman': 'times, serif',
  Georgia: 'palatino, serif',
  Garamond: 'georgia, serif',
  'Courier New': 'courier, monospace',
  'Brush Script MT': 'cursive',
}

/** A name that may stand in a style: letters, digits, spaces, hyphens. */
export const isFontName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N} -]{0,60}$/u.test(name)

/** A font as a style writes it, with what follows where it is not there. */
export const fontStack = (name: string): string => {
  const after = FALLBACKS[name] ?? 'arial, helvetica, sans-serif'
  return name === 'Default stack' || !isFontName(name) ? after : `'${name}', ${after}`
}
