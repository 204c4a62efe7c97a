import { Popover } from '@mantine/core'
import { TagPill, useMay, useMutate } from '@millrace/kit/web'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Person, peopleContract, tagsIn } from '../../contract/index.ts'
import { useTagColors } from '../data.ts'
import { TagPicker } from '../tags/TagPicker.tsx'
import css from './person.module.css'

const joined = (tags: readonly string[]) => tags.join(',')

/** The tags of a person; added and taken off at once, put back where the server refuses. */
export const PersonTags = ({ person }: { person: Person }) => {
  const [isOpen, setOpen] = useState(false)
  const mayWrite = useMay('people:write')
  const colors = useTagColors()
  const tags = tagsIn(person.tags)
  const scope = `tags of ${person.id}`
  const invalidates = [peopleContract.listTags, peopleContract.listPeople, peopleContract.countTags]
  const show = (change: (before: string[]) => string[]) => (answer: { users: Person[] }) => ({
    users: answer.users.map((one) => (one.id === person.id ? { ...one, tags: joined(change(tagsIn(one.tags))) } : one)),
  })
  const input = { params: { id: person.id } }
  const add = useMutate(peopleContract.addTag, {
    scope,
    invalidates,
    optimistic: ({ body: { tag } }, answers) =>
      answers.patch(
        peopleContract.getPerson,
        show((before) => [...before, tag]),
        input,
      ),
  })
  const remove = useMutate(peopleContract.removeTag, {
    scope,
    invalidates,
    optimistic: ({ body: { tag } }, answers) =>
      answers.patch(
        peopleContract.getPerson,
        show((before) => before.filter((one) => one !== tag)),
        input,
      ),
  })
  return (
    <div className={css.tags}>
      {tags.map((tag) => (
        <TagPill
          key={tag}
          name={tag}
          color={colors.get(tag.toLowerCase()) ?? null}
          {...(mayWrite && { onRemove: () => remove.mutate({ body: { id: person.id, tag } }) })}
        />
      ))}
      {tags.length === 0 && !mayWrite && <span className="dimmed">No tags</span>}
      {mayWrite && (
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={240} trapFocus returnFocus>
          <Popover.Target>
            <button type="button" className={css.addTag} onClick={() => setOpen((was) => !was)}>
              <IconPlus size={12} stroke={2} aria-hidden /> Tag
            </button>
          </Popover.Target>
          <Popover.Dropdown p={4}>
            <TagPicker
              without={tags.map((tag) => tag.toLowerCase())}
              onTag={(tag) => {
                setOpen(false)
                add.mutate({ body: { id: person.id, tag } })
              }}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}
