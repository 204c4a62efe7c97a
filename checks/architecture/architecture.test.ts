import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readProject } from './project.ts'
import { RULES } from './rules/index.ts'

const project = readProject(fileURLToPath(new URL('../..', import.meta.url)))

describe('the architecture holds', () => {
  it.each(Object.entries(RULES))('%s', (_name, rule) => {
    const told = rule(project).map(({ path, line, advice }) => `${path}${line ? `:${line}` : ''}  ${advice}`)
    expect(told, told.join('\n')).toEqual([])
  })
})
