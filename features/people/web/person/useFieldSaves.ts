import { patchAnswers, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import { type Person, type PersonField, peopleContract } from '../../contract/index.ts'

/** A change that can be taken back. */
export type FieldChange = { field: PersonField; before: unknown }

const MOST = 50

const { getPerson, listPeople, searchPeople, listTags } = peopleContract

/** Saves fields one by one: shown at once, put back where they are refused, and taken back at a press, the last one first. */
export const useFieldSaves = (person: Person) => {
  const [done, setDone] = useState<readonly FieldChange[]>([])
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({})
  const save = useMutate(peopleContract.savePeople, {
    scope: `person ${person.id}`,
    success: 'Person updated',
    invalidates: [listPeople, searchPeople, listTags],
    onDone: ({ user }) => patchAnswers(getPerson, () => ({ users: [user] }), { params: { id: person.id } }),
    optimistic: ({ body }, answers) =>
      answers.patch(
        getPerson,
        (answer) => ({
          users: answer.users.map((one) => (one.id === person.id ? { ...one, ...(body as object) } : one)),
        }),
        { params: { id: person.id } },
      ),
  })
  const put = async (field: PersonField, value: unknown) => {
    setRefusals(({ [field.name]: _, ...others }) => others)
    try {
      await save.mutateAsync({ query: { source: 'manual' }, body: { id: person.id, [field.name]: value } })
      return true
    } catch (error) {
      setRefusals((all) => ({ ...all, [field.name]: (error as Error).message }))
      return false
    }
  }
  const last = done.at(-1)
  return {
    refusals,
    last,
    save: async (field: PersonField, value: unknown) => {
      const before = person[field.name] ?? null
      if (await put(field, value)) setDone((all) => [...all, { field, before }].slice(-MOST))
    },
    undo: () => {
      if (!last) return
      setDone((all) => all.slice(0, -1))
      void put(last.field, last.before)
    },
  }
}
