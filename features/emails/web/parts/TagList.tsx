import { TextInput } from '@mantine/core'
import { OptionList } from '@millrace/kit/web'
import { useState } from 'react'
import { asLiquid } from './asLiquid.ts'
import c from './mergeTags.module.css'
import { useMergeTags } from './useMergeTags.ts'

/** The merge tags to choose from; the chosen one is handed on as Liquid. */
const TagList = ({ onPick }: { onPick: (liquid: string) => void }) => {
  const [fallback, setFallback] = useState('')
  const tags = useMergeTags()
  const pick = (tag: string) => onPick(asLiquid(tag, /^(person|object)\./.test(tag) ? fallback : ''))
  return (
    <>
      <OptionList options={tags} onChoose={pick} label="Merge tags" search none="No field has this name" />
      <div className={c.fallback}>
        <TextInput
          size="xs"
          label="If a person has no value"
          placeholder="show nothing"
          value={fallback}
          onChange={(event) => setFallback(event.currentTarget.value)}
        />
      </div>
    </>
  )
}

export default TagList
