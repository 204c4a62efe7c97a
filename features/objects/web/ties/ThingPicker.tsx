import { OptionList, PersonAvatar, useCall } from '@millrace/kit/web'
import { useEffect, useState } from 'react'
import { type ObjectRecord, type ObjectSchema, objectsContract, PERSON } from '../../contract/index.ts'
import { nameOfObject, subOfObject } from '../data.ts'

const PAUSE = 200
const MOST = 20

type Props = {
  schema: ObjectSchema
  /** Ids that are left out. */
  without: readonly number[]
  onChoose: (object: ObjectRecord) => void
}

/** People or objects of a kind to choose from: the newest, or what a search finds. */
export const ThingPicker = ({ schema, without, onChoose }: Props) => {
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  const params = { objectName: schema.name }
  const isSearch = text.length >= (schema.name === PERSON ? 2 : 1)
  const newest = useCall(objectsContract.listObjects, { params, query: { limit: MOST } }, { enabled: !isSearch })
  const found = useCall(
    objectsContract.searchObjects,
    { params, query: { query: text, limit: MOST } },
    { enabled: isSearch, keepPrevious: true },
  )
  const answer = isSearch ? found : newest
  const objects: ObjectRecord[] = (answer.data?.objects ?? []).filter(({ id }) => !without.includes(id))
  const options = objects.slice(0, MOST).map((object) => {
    const label = nameOfObject(schema, object)
    const note = subOfObject(schema, object)
    return {
      value: String(object.id),
      label,
      ...(note && note !== label && { note }),
      icon: <PersonAvatar id={object.id} name={label} size={20} isThing={schema.name !== PERSON} />,
    }
  })
  const nothing = isSearch ? `No ${schema.displayNamePlural.toLowerCase()} fit.` : 'There are no others.'
  return (
    <OptionList
      label={schema.displayNamePlural}
      options={options}
      onSearch={setTyped}
      none={answer.error ? answer.error.message : answer.isPending ? 'Looking …' : nothing}
      onChoose={(value) => {
        const object = objects.find(({ id }) => String(id) === value)
        if (object) onChoose(object)
      }}
    />
  )
}
