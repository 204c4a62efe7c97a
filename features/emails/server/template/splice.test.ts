import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildMailData, buildSlots } from '../../testing/buildVersion.ts'
import { htmlLiquid, textLiquid } from '../liquid/engine.ts'
import { rewriteLinks } from './rewriteLinks.ts'
import { scopeOf } from './scope.ts'
import { spliceOf } from './splice.ts'

const PIECES = [
  '<p>text & more</p>',
  ' \n ',
  '{{ person.first_name }}',
  '{{- person.lastName -}}',
  "{{ person.nick | default: 'friend' }}",
  '{{ person.company | upcase }}',
  '{{person.company|downcase|capitalize}}',
  '{{ person.company | escape }}',
  '{{ person.score | plus: 1 }}',
  '{{ person.score }}',
  '{{ person.isPaying }}',
  '{{ person.list }}',
  '{{ person.list.size }}',
  '{{ person.nothing }}',
  '{{ person.size }}',
  '{{ event.items[0] }}',
  '{{ event.name }}',
  '{{ account.name }}',
  '{{ unsubscribe_url }}',
  '{% if person.isPaying %}yes {{ person.company }}{% else %}no{% endif %}',
  '{% for x in person.list %}{{ x }},{% endfor %}',
  '{% assign first_name = person.company %}',
  '{{ first_name }}',
  '{% capture person %}shadow{% endcapture %}',
  '{% increment n %}',
  '{% raw %}{{ person.company }}{% endraw %}',
  '{% comment %}unseen{% endcomment %}',
  '<a href="https://a.example/">a</a>',
  '<a href="https://a.example/{{ person.score }}?c={{ person.company }}">b</a>',
]

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''))
const value = fc.oneof(fc.string(), fc.constantFrom('', 'ÄÖ é', '<b>&"\'', '{{ x }}', 'ab cd'))
const fields = fc.record(
  {
    firstName: value,
    lastName: value,
    nick: fc.oneof(value, fc.constant(null)),
    company: value,
    score: fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constant('7')),
    isPaying: fc.boolean(),
    list: fc.array(value, { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

test('a splice shows what rendering the whole text shows', () => {
  fc.assert(
    fc.property(text, fields, fc.boolean(), (source, known, forHtml) => {
      const { html, links } = rewriteLinks(source)
      const data = { ...buildMailData(known), event: { name: 'paid', items: ['one'] } }
      const liquid = forHtml ? htmlLiquid : textLiquid
      const whole = liquid.parseAndRenderSync(html, scopeOf(data, buildSlots(), links).liquid())
      expect(spliceOf(html, forHtml).render(scopeOf(data, buildSlots(), links))).toBe(whole)
    }),
    { numRuns: 400 },
  )
})
