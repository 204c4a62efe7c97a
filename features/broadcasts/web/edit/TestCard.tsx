import { ActionIcon, Button, Group, NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { EmailPicker } from '@millrace/emails/web'
import { count } from '@millrace/kit/web'
import { IconPlus, IconTestPipe, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type AbTest, type Broadcast, VARIANTS, type Variant } from '../../contract/broadcast.ts'
import { letterOf } from '../parts/words.ts'
import { Card } from './Card.tsx'
import c from './edit.module.css'
import { ShareBar } from './ShareBar.tsx'
import { firstTest, type Kind, ofKind, sharesFor, withChanged, withoutVariant, withVariant } from './testDraft.ts'
import type { Saves } from './useSaves.ts'
import { WaitFields } from './WaitFields.tsx'

type OnChange = (test: AbTest, isTyped?: boolean) => void

const WORDS = [
  { key: 'subject', label: 'Subject', wide: true },
  { key: 'preheader', label: 'Preheader', wide: true },
  { key: 'fromName', label: 'From name', wide: false },
  { key: 'fromEmail', label: 'From address', wide: false },
] as const

type Details = Extract<Variant, { type: 'emailDetails' }>

const DetailFields = ({ variant, name, onChange }: { variant: Details; name: string; onChange(to: Details): void }) => {
  const [words, setWords] = useState(variant)
  return (
    <div className={c.words}>
      {WORDS.map(({ key, label, wide }) => (
        <TextInput
          key={key}
          size="xs"
          data-wide={wide || undefined}
          aria-label={`${label} of ${name}`}
          placeholder={`${label} as in the email`}
          value={words[key]}
          maxLength={500}
          onChange={(event) => {
            const next = { ...words, [key]: event.currentTarget.value }
            setWords(next)
            onChange(next)
          }}
        />
      ))}
    </div>
  )
}

type RowProps = { test: AbTest; index: number; onChange: OnChange }

const VariantRow = ({ test, index, onChange }: RowProps) => {
  const variant = test.variants[index]
  if (!variant) return null
  const letter = letterOf(index)
  const isControl = index === 0
  const setShare = (percent: number) => {
    const distribution = test.distribution.map((share, at) => (at === index ? percent : share))
    onChange({ ...test, distribution }, true)
  }
  return (
    <li className={c.variant}>
      <b className={c.letter} data-variant={index}>
        {letter}
      </b>
      <div className={c.variantBody}>
        {isControl ? (
          <span className={c.control}>The email as it is</span>
        ) : variant.type === 'email' ? (
          <EmailPicker
            label={`Email of variant ${letter}`}
            value={variant.emailId ?? undefined}
            onChange={(emailId) => onChange(withChanged(test, index, { ...variant, emailId: emailId ?? null }))}
          />
        ) : (
          <DetailFields
            variant={variant}
            name={`variant ${letter}`}
            onChange={(to) => onChange(withChanged(test, index, to), true)}
          />
        )}
      </div>
      <NumberInput
        size="xs"
        aria-label={`Share of variant ${letter} in percent`}
        suffix=" %"
        min={1}
        max={100}
        decimalScale={1}
        value={test.distribution[index] ?? 0}
        onChange={(percent) => Number(percent) > 0 && setShare(Number(percent))}
        w={70}
      />
      <ActionIcon
        aria-label={`Remove variant ${letter}`}
        disabled={isControl || test.variants.length <= VARIANTS.fewest}
        onClick={() => onChange(withoutVariant(test, index))}
      >
        <IconTrash size={15} stroke={1.7} />
      </ActionIcon>
    </li>
  )
}

const Winner = ({ test, onChange }: { test: AbTest; onChange: OnChange }) => (
  <div className={c.winner}>
    <Switch
      label="Send the better one to the rest"
      checked={test.pickWinner}
      onChange={(event) => {
        const pickWinner = event.currentTarget.checked
        onChange({ ...test, pickWinner, distribution: sharesFor(test.variants.length, pickWinner) })
      }}
    />
    {test.pickWinner && (
      <Group gap="sm" align="end">
        <Select
          label="Better is which more people"
          data={[
            { value: 'open', label: 'open' },
            { value: 'click', label: 'click in' },
          ]}
          value={test.pickWinnerBy}
          onChange={(by) => by && onChange({ ...test, pickWinnerBy: by as 'open' })}
          allowDeselect={false}
          w={190}
        />
        <WaitFields
          label="Wait"
          about="the waiting time for the winner"
          wait={{ period: test.waitBeforeWinnerPeriod, unit: test.waitBeforeWinnerPeriodType }}
          onChange={({ period, unit }, isTyped) =>
            onChange({ ...test, waitBeforeWinnerPeriod: period, waitBeforeWinnerPeriodType: unit }, isTyped)
          }
        />
      </Group>
    )}
  </div>
)

const Test = ({ test, people, onChange }: { test: AbTest; people: number; onChange: OnChange }) => {
  const more = withVariant(test)
  return (
    <>
      <SegmentedControl
        aria-label="What is tried"
        data={[
          { value: 'emailDetails', label: 'Subject and sender' },
          { value: 'email', label: 'Different emails' },
        ]}
        value={test.variants[0]?.type ?? 'emailDetails'}
        onChange={(type) => onChange(ofKind(test, type as Kind))}
        w="fit-content"
      />
      <ol className={c.variants}>
        {test.variants.map(({ variantId, type }, index) => (
          <VariantRow key={`${variantId} ${type}`} test={test} index={index} onChange={onChange} />
        ))}
      </ol>
      {more && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange(more)}
        >
          Add variant
        </Button>
      )}
      <ShareBar test={test} people={people} />
      <Winner test={test} onChange={onChange} />
    </>
  )
}

/** Tries variants before, or instead of, sending one mail to all. */
export const TestCard = ({ item, saves, people }: { item: Broadcast; saves: Saves; people: number }) => {
  const test = item.abTest?.enabled ? item.abTest : undefined
  const set = (isOn: boolean) => {
    const kept = item.abTest && { ...item.abTest, enabled: isOn }
    saves.change({ abTest: isOn ? (kept ?? firstTest()) : kept })
  }
  return (
    <Card
      icon={<IconTestPipe size={17} stroke={1.7} />}
      title="A/B test"
      about={
        test
          ? `${test.variants.length} variants${people > 0 ? ` among ${count(people)} people` : ''}. Only what people open and click counts.`
          : 'Try two to five subjects, senders or emails, and let the better one go to the rest.'
      }
      action={
        <Switch
          aria-label="Run an A/B test"
          checked={test !== undefined}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      }
    >
      {test && <Test test={test} people={people} onChange={(abTest, isTyped) => saves.change({ abTest }, isTyped)} />}
    </Card>
  )
}
