import { expect, test } from 'vitest'
import { withChips } from './chips.ts'

const chip = (attribute: string, shown: string) => `<span data-liquid="${attribute}">${shown}</span>`

test.each([
  ['<p>Hi {{ person.id }}!</p>', `<p>Hi ${chip('{{ person.id }}', '{{ person.id }}')}!</p>`],
  ['<a href="{{ unsubscribe_url }}">x</a>', '<a href="{{ unsubscribe_url }}">x</a>'],
  ['<p>{% if a %}b{% endif %}</p>', '<p>{% if a %}b{% endif %}</p>'],
  ['{{ a | default: "x" }}', chip('{{ a | default: &quot;x&quot; }}', '{{ a | default: "x" }}')],
  ['{{ a | default: &quot;x&quot; }}', chip('{{ a | default: &quot;x&quot; }}', '{{ a | default: &quot;x&quot; }}')],
  ["{{ a | default: '}}' }}", chip("{{ a | default: '}}' }}", "{{ a | default: '}}' }}")],
])('%s', (html, shown) => expect(withChips(html)).toBe(shown))
