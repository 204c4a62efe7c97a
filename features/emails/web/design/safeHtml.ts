const TAGS = new Set(
  'a abbr b big blockquote br center cite code col colgroup dd del div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'align alt bgcolor border cellpadding cellspacing class color colspan dir face height href lang rel role rowspan size src start style target title type valign width'.split(
    ' ',
  ),
)
const ADDRESSES = new Set(['href', 'src'])
const DROPPED =
  'script,style,iframe,object,embed,link,meta,base,form,input,button,select,textarea,svg,math,template,noscript'

const isSafeAddress = (name: string, value: string) => {
  const bare = value.replace(/[\s\p{Cc}]+/gu, '').toLowerCase()
  if (bare.startsWith('{{') || !/^[a-z][a-z0-9+.-]*:/.test(bare)) return true
  return name === 'src'
    ? /^(https?:|data:image\/(png|jpeg|gif|webp|svg))/.test(bare)
    : /^(https?:|mailto:|tel:|sms:)/.test(bare)
}

const isSafeStyle = (value: string) =>
  !/expression|javascript:|position\s*:|url\s*\(\s*['"]?\s*(?!https?:|data:image)/i.test(value)

const clean = (element: Element) => {
  for (const { name, value } of [...element.attributes]) {
    const isKept =
      ATTRIBUTES.has(name) &&
      (!ADDRESSES.has(name) || isSafeAddress(name, value)) &&
      (name !== 'style' || isSafeStyle(value))
    if (!isKept) element.removeAttribute(name)
  }
  if (!TAGS.has(element.localName)) element.replaceWith(...element.childNodes)
}

/** HTML that may be shown in our own page: words and their looks, nothing that runs, floats above the page or sends a form. */
export const safeHtml = (html: string): string => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.body.querySelectorAll(DROPPED)) element.remove()
  for (const element of [...page.body.querySelectorAll('*')]) clean(element)
  return page.body.innerHTML
}
