import { ColorDot, OptionList } from '@millrace/kit/web'
import { normalTag } from '../../contract/index.ts'
import { useTags } from '../data.ts'

type Props = {
  /** Tags that are left out, in small letters. */
  without?: readonly string[]
  /** A tag that is not there yet may be typed. */
  canMake?: boolean
  onTag: (tag: string) => void
}

/** The account's tags to choose from, with search. */
export const TagPicker = ({ without = [], canMake = true, onTag }: Props) => {
  const tags = useTags()
  const options = tags
    .filter(({ tag }) => !without.includes(tag.toLowerCase()))
    .map(({ tag, color }) => ({ value: tag, label: tag, icon: <ColorDot color={color} /> }))
  return (
    <OptionList
      label="Tags"
      options={options}
      search
      none={canMake ? 'Type a tag' : 'No tags'}
      {...(canMake && { create: (text: string) => `New tag “${normalTag(text)}”` })}
      onChoose={(text) => {
        const tag = normalTag(text)
        if (tag) onTag(tag)
      }}
    />
  )
}
