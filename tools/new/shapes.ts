/** A file to be written: where and what. */
export type NewFile = { path: string; text: string }

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(name).replace(/^\w/, (letter) => letter.toUpperCase())
const words = (name: string) =>
  pascal(name).replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

const failing = (subject: string, first: string) => `import { describe, expect, it } from 'vitest'

describe('${subject}', () => {
  it('${first}', () => {
    expect.fail('Say here what ${subject} must do, see it fail, then build it.')
  })
})
`

const feature = (name: string): NewFile[] => {
  const root = `features/${name}`
  const manifest = {
    name: `@millrace/${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    exports: Object.fromEntries(
      ['contract', 'server', 'web', 'testing'].map((door) => [`./${door}`, `./${door}/index.ts`]),
    ),
    dependencies: { '@millrace/kit': '*', '@millrace/access': '*' },
  }
  return [
    { path: `${root}/package.json`, text: `${JSON.stringify(manifest, null, 2)}\n` },
    {
      path: `${root}/README.md`,
      text: `# ${words(name)}\n\nWhat it is for, in two sentences.\n\n## Words\n\n| use | avoid | meaning |\n|---|---|---|\n\n## Promises\n\n- What its users can rely on.\n`,
    },
    {
      path: `${root}/contract/index.ts`,
      text: `import type { Contract } from '@millrace/kit/contract'\n\n/** Every call of ${name}. */\nexport const ${camel(name)}Contract = {} satisfies Contract\n`,
    },
    {
      path: `${root}/server/index.ts`,
      text: `import type { FeatureServer, House } from '@millrace/kit/server'
import { ${camel(name)}Contract } from '../contract/index.ts'

/** Opens ${name}. */
export const open${pascal(name)} = (_house: House): FeatureServer<typeof ${camel(name)}Contract> => ({
  contract: ${camel(name)}Contract,
  handlers: {},
})
`,
    },
    { path: `${root}/server/${camel(name)}.test.ts`, text: failing(name, 'does what it promises') },
  ]
}

const stepText = (name: string) => `import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'

const Values = z.object({ text: z.string('Say what.').trim().min(1, 'Say what.').max(255) })
/** Settings of the step. */
export type ${pascal(name)}Values = z.output<typeof Values>

/** What it does, in one sentence. */
export const ${camel(name)}Step = stepType<${pascal(name)}Values>({
  operationKey: '/${name}',
  type: 'action',
  kind: 'action',
  group: 'People',
  label: '${words(name)}',
  description: 'What it does, as the popup of new steps says it.',
  icon: 'bolt',
  values: Values,
  summary: ({ text }) => ({ title: '${words(name)}', text: text ?? 'Say what' }),
})
`

const stepRun = (name: string) => `import { allGo, type StepRun } from '../../server/engine/stepRun.ts'
import type { ${pascal(name)}Values } from './${camel(name)}.step.ts'

/** What it does to everybody at once; one outcome for each, in order. */
export const run${pascal(name)}: StepRun<${pascal(name)}Values> = {
  usesDatabase: true,
  run: async (_context, _values, tokens) => allGo(tokens),
}
`

const stepPanel = (name: string) => `import { TextInput } from '@mantine/core'
import type { PanelProps } from '../../web/inspector/index.ts'

/** Settings of "${words(name)}". */
export default function ${pascal(name)}Panel({ values, change, problemOf }: PanelProps) {
  return (
    <TextInput
      label="Text"
      value={(values.text as string) ?? ''}
      onChange={(event) => change({ text: event.currentTarget.value })}
      error={problemOf('text')}
    />
  )
}
`

const step = (name: string): NewFile[] => {
  const file = `features/flows/steps/${name}/${camel(name)}`
  return [
    { path: `${file}.step.ts`, text: stepText(name) },
    { path: `${file}.run.ts`, text: stepRun(name) },
    { path: `${file}.panel.tsx`, text: stepPanel(name) },
    { path: `${file}.test.ts`, text: failing(`the step ${words(name)}`, 'passes its table of cases') },
  ]
}

const screen = (name: string): NewFile[] => {
  const [owner = '', title = ''] = name.split('/')
  if (!title) throw new Error('A screen belongs to a feature: npm run new screen <feature>/<ScreenName>')
  const root = `features/${owner}/web`
  return [
    {
      path: `${root}/screens/${pascal(title)}.tsx`,
      text: `import { PageHead } from '@millrace/kit/web'

/** ${words(title)}: what one does here. */
export default function ${pascal(title)}() {
  return <PageHead title="${words(title)}" />
}
`,
    },
    {
      path: `checks/journeys/${camel(title)}.test.ts`,
      text: failing(`the screen ${words(title)}`, 'opens and can be used by keyboard alone'),
    },
  ]
}

const service = (name: string): NewFile[] => [
  {
    path: `integrations/${name}/${camel(name)}.ts`,
    text: `/** The outside system ${words(name)}, behind the port that a feature owns. */
export const ${camel(name)} = {
  id: '${name}',
  humanName: '${words(name)}',
  operations: {},
} as const
`,
  },
  {
    path: `integrations/${name}/${camel(name)}.test.ts`,
    text: failing(words(name), 'answers as its own document says'),
  },
]

/** What can be begun, by word. */
export const SHAPES: Record<string, (name: string) => NewFile[]> = { feature, step, screen, service }

/** The files of a new `kind` called `name`; throws a sentence where that cannot be. */
export const shapeOf = (kind: string | undefined, name: string | undefined): NewFile[] => {
  const make = kind ? SHAPES[kind] : undefined
  if (!make) throw new Error(`What is "${kind ?? ''}"? npm run new ${Object.keys(SHAPES).join('|')} <name>`)
  if (!name || !/^[a-z][\w-]*(\/\w+)?$/i.test(name))
    throw new Error(`"${name ?? ''}" is no name: letters, digits and hyphens, beginning with a letter.`)
  return make(name)
}
