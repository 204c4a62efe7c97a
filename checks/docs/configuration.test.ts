import { readFileSync } from 'node:fs'
import { SETTINGS } from '@millrace/kit/server'
import { describe, expect, it } from 'vitest'

const guide = readFileSync(new URL('../../docs/guides/configuration.md', import.meta.url), 'utf8')

describe('the configuration guide', () => {
  it.each(Object.entries(SETTINGS))('tells of %s', (name, { about, default: fallback }) => {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${name}\``))
    expect(row, `Add a row for ${name} to docs/guides/configuration.md.`).toBeDefined()
    expect(row).toContain(about)
    if (fallback) expect(row).toContain(`\`${fallback}\``)
  })

  it('tells of no setting that is not there', () => {
    const told = [...guide.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    expect(told.filter((name) => !(name! in SETTINGS))).toEqual([])
  })
})
