import { ActionIcon, Button, Input, NumberInput, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Hint, type PanelProps } from '../../web/inspector/index.ts'
import css from './abTest.module.css'
import { sharesOf, type Variant } from './abTest.step.ts'

type Draft = { key?: string; name: string; weight: number | undefined }

const LETTERS = 'ABCDEFGHIJKLMNOPQRST'

const fresh = (variants: readonly Draft[]): Draft => {
  const keys = new Set(variants.map(({ key, name }) => key ?? name))
  const names = new Set(variants.map(({ name }) => name.trim().toLowerCase()))
  const name = [...LETTERS].find((letter) => !names.has(letter.toLowerCase())) ?? ''
  let key = name.toLowerCase() || 'x'
  while (keys.has(key)) key += '2'
  return { key, name, weight: 50 }
}

/** Settings of an A/B test: its variants and their weights. */
export default function AbTestPanel({ values, change, problemOf }: PanelProps) {
  const variants = (values.variants as Draft[] | undefined) ?? []
  const shares = sharesOf(variants as Partial<Variant>[])
  const set = (next: Draft[]) => change({ variants: next })
  const edit = (index: number, changes: Partial<Draft>) =>
    // A variant that has no key keeps its name as one, so that renaming it moves nobody.
    set(
      variants.map((one, at) => (at === index ? { ...one, key: one.key ?? (one.name || undefined), ...changes } : one)),
    )
  return (
    <>
      <Input.Wrapper label="Variants" labelElement="div" error={problemOf('variants')}>
        <div className={css.variants}>
          {variants.map((variant, index) => (
            <div key={variant.key ?? index} className={css.variant}>
              <TextInput
                aria-label={`Name of variant ${index + 1}`}
                value={variant.name}
                onChange={(event) => edit(index, { name: event.currentTarget.value })}
              />
              <NumberInput
                aria-label={`Weight of variant ${index + 1}`}
                min={0}
                max={1000}
                value={variant.weight ?? ''}
                onChange={(weight) => edit(index, { weight: weight === '' ? undefined : Number(weight) })}
              />
              <span className={css.share}>{shares[index]} %</span>
              {variants.length > 2 && (
                <ActionIcon
                  aria-label={`Remove variant ${variant.name || index + 1}`}
                  onClick={() => set(variants.filter((_, at) => at !== index))}
                >
                  <IconX size={14} />
                </ActionIcon>
              )}
            </div>
          ))}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            disabled={variants.length >= LETTERS.length}
            onClick={() => set([...variants, fresh(variants)])}
          >
            Variant
          </Button>
        </div>
      </Input.Wrapper>
      <Hint>
        Each variant is a way out of this step. A person keeps the variant they once got, also when you change weights
        or names; only those whose variant you remove get another one.
      </Hint>
    </>
  )
}
