import type { Conditions } from '@millrace/segments/contract'
import { describe, expect, test } from 'vitest'
import { compileShow } from '../../contract/showWhen.ts'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { htmlLiquid } from '../liquid/engine.ts'
import { EXAMPLE_PERSON } from '../template/mailData.ts'
import { EMPTY_CONTENT } from '../verbs/mergeContent.ts'
import { fill } from '../verbs/previewEmail.ts'
import { renderDesign } from './renderDesign.ts'
import { shownWhen } from './showWhen.ts'

const ICONS = { socialIcons: '' }
const all = (...conditions: unknown[]) => ({ type: 'group', operator: 'and', conditions }) as Conditions
const any = (...conditions: unknown[]) => ({ type: 'group', operator: 'or', conditions }) as Conditions
const field = (name: string, condition: string, value?: unknown) => ({ type: 'field', field: name, condition, value })
const tag = (value: string, condition = 'has') => ({ type: 'tag', value, condition })

const scope = {
  person: {
    plan: 'Pro',
    seats: 7,
    isTrial: false,
    city: "L'Aquila “x” {{ %}",
    tags: ['VIP', 'beta'],
    langs: ['de', 'no'],
    since: '2020-01-31',
    createdAt: new Date(Date.now() - 3 * 86_400_000),
  },
  account: { timezone: 'Europe/Berlin' },
}
const isShown = (conditions: Conditions) => {
  const { before, after } = compileShow(conditions)
  return htmlLiquid.parseAndRenderSync(`${before}yes${after}`, scope) === 'yes'
}

describe('conditions as Liquid', () => {
  test.each<[unknown, boolean]>([
    [field('plan', 'is', 'pro'), true],
    [field('plan', 'is', 'free'), false],
    [field('plan', 'is not', 'free'), true],
    [field('plan', 'is any of', ['free', 'PRO']), true],
    [field('plan', 'is not any of', ['free', 'PRO']), false],
    [field('plan', 'starts with', 'p'), true],
    [field('plan', 'does not contain', 'ro'), false],
    [field('missing', 'is empty'), true],
    [field('missing', 'is not', 'x'), true],
    [field('plan', 'is not empty'), true],
    [field('seats', 'is more than', 6), true],
    [field('seats', 'is', '7'), true],
    [field('plan', 'is more than', 1), false],
    [field('isTrial', 'is', false), true],
    [field('isTrial', 'is', true), false],
    [field('city', 'is', "L'Aquila “x” {{ %}"), true],
    [field('langs', 'is', 'NO'), true],
    [field('langs', 'is not', 'no'), false],
    [field('since', 'on', '2020-01-31'), true],
    [field('since', 'after', '2020-01-31'), false],
    [field('since', 'before period', { value: 1, unit: 'months' }), true],
    [field('createdAt', 'after period', { value: 4, unit: 'days' }), true],
    [field('createdAt', 'after period', { value: 2, unit: 'days' }), false],
    [tag('vip'), true],
    [tag(' vip '), true],
    [tag('gone', 'has not'), true],
    [tag('beta', 'has not'), false],
  ])('%j: %s', (condition, wanted) => {
    expect(isShown(all(condition))).toBe(wanted)
  })

  const yes = field('plan', 'is', 'pro')
  const no = field('plan', 'is', 'free')
  test.each<[Conditions, boolean]>([
    [all(), true],
    [all(yes, no), false],
    [any(no, yes), true],
    [any(no, no), false],
    [all(any(no, yes), any(no, yes)), true],
    [any(all(yes, no), all(yes, any(no, yes))), true],
    [any(all(yes, any(no, no)), no), false],
  ])('groups in groups: %#', (conditions, wanted) => {
    expect(isShown(conditions)).toBe(wanted)
  })
})

describe('a row with a condition', () => {
  const show = (displayCondition: unknown) => {
    const design = buildDesign(
      [buildBlock('text', { text: '<p>for some</p>' })],
      [buildBlock('text', { text: '<p>for all</p>' })],
    )
    Object.assign(design.body.rows[0]?.values ?? {}, { displayCondition })
    return renderDesign(design, ICONS)
  }
  const read = async (html: string, plan: string) => {
    const person = { ...EXAMPLE_PERSON, fields: { plan } }
    const account = { name: '', site: '', mailingAddress: '', timezone: 'UTC' }
    const mail = await fill({ ...EMPTY_CONTENT, html }, 1, { person, account }, '#')
    return {
      html: mail.html.includes('for some'),
      text: mail.text.includes('for some'),
      all: mail.text.includes('for all'),
    }
  }

  test.each([
    ['of ours', { type: 'millrace', label: 'x', before: '', after: '', conditions: all(field('plan', 'is', 'pro')) }],
    ['from elsewhere', { type: 'x', label: 'x', before: "{% if person.plan == 'pro' %}", after: '{% endif %}' }],
  ])('%s is shown to those who meet it, in HTML and in plain text', async (_name, condition) => {
    const html = show(condition)
    expect(await read(html, 'pro')).toEqual({ html: true, text: true, all: true })
    expect(await read(html, 'free')).toEqual({ html: false, text: false, all: true })
  })

  test('a block can have one too', async () => {
    const displayCondition = { before: "{% if person.plan == 'pro' %}", after: '{% endif %}' }
    const html = renderDesign(
      buildDesign([
        buildBlock('text', { text: '<p>for some</p>', displayCondition }),
        buildBlock('text', { text: 'for all' }),
      ]),
      ICONS,
    )
    expect((await read(html, 'pro')).html).toBe(true)
    expect(await read(html, 'free')).toEqual({ html: false, text: false, all: true })
  })

  test('conditions that cannot be read show to nobody', () => {
    expect(shownWhen('x', { displayCondition: { before: '', after: '', conditions: { type: 'mystery' } } })).toBe(
      '{% if false %}x{% endif %}',
    )
    expect(shownWhen('x', { displayCondition: null })).toBe('x')
    expect(shownWhen('x', {})).toBe('x')
  })
})
