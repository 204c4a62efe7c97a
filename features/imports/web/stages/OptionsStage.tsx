import { Radio, TagsInput, TextInput } from '@mantine/core'
import { useCall } from '@millrace/kit/web'
import { normalTag, peopleContract } from '@millrace/people/contract'
import type { Strategy } from '../../contract/import.ts'
import type { Draft } from '../parts/draft.ts'
import sectionsCss from '../parts/sections.module.css'
import c from './options.module.css'

const STRATEGIES: { value: Strategy; label: string; about: string }[] = [
  {
    value: 'update',
    label: 'Update them',
    about: 'Values in the file replace what is known; empty cells leave it as it is. Archived people come back.',
  },
  { value: 'ignore', label: 'Leave them alone', about: 'Only people who are not there yet are added.' },
]

/** Name, tags, and what happens to people who are there already. */
export const OptionsStage = ({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }) => {
  const { data } = useCall(peopleContract.listTags)
  return (
    <div className={sectionsCss.card} data-padded>
      <TextInput
        label="Name of this import"
        description="To find it again in the list of imports."
        value={draft.name}
        maxLength={255}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TagsInput
        label="Tag everybody in this file"
        description="Optional. A tag starts the flows that wait for it."
        placeholder={draft.tags.length ? '' : 'Type a tag and press Enter'}
        limit={100}
        data={(data?.tags ?? []).map(({ tag }) => tag)}
        value={draft.tags}
        splitChars={[',']}
        acceptValueOnBlur
        maxDropdownHeight={220}
        onChange={(tags) => onChange({ tags: [...new Set(tags.map(normalTag).filter(Boolean))] })}
      />
      <Radio.Group
        label="People who are there already"
        value={draft.strategy}
        onChange={(strategy) => onChange({ strategy: strategy as Strategy })}
      >
        <div className={c.choices}>
          {STRATEGIES.map(({ value, label, about }) => (
            <Radio.Card value={value} key={value} className={c.choice} aria-label={label}>
              <Radio.Indicator size="xs" />
              <span>
                <b>{label}</b>
                <small>{about}</small>
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}
