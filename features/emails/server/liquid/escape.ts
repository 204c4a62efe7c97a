const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** Makes a text safe between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign) : text

/** The text of HTML's commonest entities. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|apos|#0?34|#0?39|#x27);/g, (sign) => {
    if (sign === '&amp;') return '&'
    if (sign === '&lt;') return '<'
    if (sign === '&gt;') return '>'
    return sign === '&quot;' || sign === '&#34;' || sign === '&#034;' ? '"' : "'"
  })
