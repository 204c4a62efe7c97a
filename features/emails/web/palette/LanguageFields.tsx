import { Select, TextInput } from '@mantine/core'
import type { DesignValues } from '../../contract/design.ts'
import { groupOf, textOf } from '../design/read.ts'

const LANGUAGES = [
  'en', 'ar', 'bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko',
  'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr', 'uk', 'ur', 'vi', 'zh', 'zh-TW',
] // biome-ignore format: a list of codes

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const nameOf = (code: string) => names.of(code) ?? code

type Props = { values: DesignValues; set: (values: DesignValues, key?: string) => void }

/** What those who listen to the mail are told: its language and its title. */
export const LanguageFields = ({ values, set }: Props) => {
  const held = groupOf(values, 'language')
  const code = textOf(held, 'value') || textOf(values, 'language') || 'en'
  const known = LANGUAGES.includes(code) ? LANGUAGES : [code, ...LANGUAGES]
  return (
    <>
      <Select
        label="Language"
        searchable
        allowDeselect={false}
        data={known.map((value) => ({ value, label: nameOf(value) }))}
        value={code}
        onChange={(value) => value && set({ language: { ...held, label: nameOf(value), value } })}
      />
      <TextInput
        label="Title"
        description="Read out first. Without one it is the subject."
        value={textOf(values, 'accessibilityTitle')}
        maxLength={200}
        onChange={(event) => set({ accessibilityTitle: event.currentTarget.value }, 'title')}
      />
    </>
  )
}
