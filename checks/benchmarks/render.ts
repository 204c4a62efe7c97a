import { compileTemplate, renderFor } from '@millrace/emails/server'
import { Liquid } from 'liquidjs'
import type { Figure } from './table.ts'

const TAGS = [
  ...['first_name', 'last_name', 'email', 'plan', 'city', 'country', 'company', 'ltv', 'score', 'source', 'lang'],
  ...["birthday | default: 'n/a'", 'first_name | upcase', 'company | escape', 'id'],
]
const WORDS =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum.'

/** A mail of about 20 KB with 15 merge tags and 12 links. */
const mail = () => {
  let rows = ''
  for (let row = 0; rows.length < 19_400; row++) {
    rows += `<tr><td style="padding:16px 24px;font-family:Arial;font-size:15px;line-height:22px"><p>${WORDS}</p></td></tr>\n`
    if (TAGS[row]) rows += `<tr><td>{{ person.${TAGS[row]} }}</td></tr>\n`
    if (row < 12)
      rows += `<tr><td><a href="https://shop.example/products/${row}?ref=mail">Product ${row}</a></td></tr>\n`
  }
  return `<html><head><title></title></head><body><table width="600">${rows}</table></body></html>`
}

const person = (id: number) => ({
  firstName: `Ann${id}`,
  lastName: 'Smith',
  plan: 'pro',
  city: `City ${id % 300}`,
  country: 'Norway',
  company: `Mill & Sons ${id % 999}`,
  ltv: 12.5,
  score: id % 100,
  source: 'web',
  lang: 'en',
})

const microseconds = (times: number, work: (id: number) => unknown) => {
  for (let id = 0; id < times / 4; id++) work(id)
  const runs = [0, 1, 2, 3, 4].map(() => {
    const from = performance.now()
    for (let id = 0; id < times; id++) work(id)
    return ((performance.now() - from) / times) * 1000
  })
  return runs.sort((a, b) => a - b)[2] ?? Number.NaN
}

const VERSION = {
  accountId: 1,
  emailId: 1,
  version: 1,
  name: 'Benchmark',
  isTransactional: false,
  categoryId: null,
  subject: 'Hello {{ person.first_name }}',
  preheader: '',
  fromName: 'Mara',
  fromEmail: 'mara@acme.example',
  replyName: '',
  replyEmail: '',
  cc: '',
  bcc: '',
}
const ACCOUNT = { name: 'Acme', site: 'acme.example', mailingAddress: '1 Mill Lane', timezone: 'UTC' }

/** What a mail costs a recipient: spliced (subject, HTML, text, links, pixel), and as Liquid renders its HTML alone. */
export const measureRender = async (): Promise<Figure[]> => {
  const html = mail()
  const template = compileTemplate({ ...VERSION, html })
  const slots = {
    unsubscribeUrl: 'https://t.example/u/abc',
    pixelUrl: 'https://t.example/o/abc.gif',
    link: (index: number) => `https://t.example/c/abc/${index}`,
  }
  const liquid = new Liquid({ outputEscape: 'escape' })
  const whole = liquid.parse(html)
  const spliced = microseconds(2_000, (id) =>
    renderFor(template, { person: { id, email: `ann${id}@example.org`, fields: person(id) }, account: ACCOUNT }, slots),
  )
  const rendered = microseconds(500, (id) =>
    liquid.renderSync(whole, { person: { ...person(id), id, first_name: `Ann${id}`, email: `ann${id}@example.org` } }),
  )
  return [
    {
      name: 'mail, spliced',
      value: spliced,
      unit: 'µs',
      most: 60,
      note: `${Math.round(html.length / 1024)} KB, 15 tags, 12 links; HTML and text`,
    },
    { name: 'mail, its HTML by Liquid against spliced', value: rendered / spliced, unit: 'times', least: 1.5 },
  ]
}
