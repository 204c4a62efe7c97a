import { Menu } from '@mantine/core'
import { type Answers, askFirst, forget, RecordMenu, useGo, useMay, useMutate } from '@millrace/kit/web'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowMerge,
  IconDownload,
  IconMailOff,
  IconTrash,
  IconUserOff,
} from '@tabler/icons-react'
import { type Person, peopleContract } from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import { inRows, shelved, without } from '../list/applyLocally.ts'
import { nameOfPerson } from './nameOfPerson.ts'

/** What can be done with a person besides editing. */
export default function PersonMenu({
  person,
  onOpen,
}: {
  person: Person
  onOpen: (dialog: 'merge' | 'erase') => void
}) {
  const go = useGo()
  const mayWrite = useMay('people:write')
  const mayExport = useMay('people:export')
  const name = nameOfPerson(person)
  const refresh = () => void forget(...PEOPLE_CALLS)
  const one = { people: [{ id: person.id }] }
  const unsubscribe = useMutate(peopleContract.unsubscribePerson, { success: 'Person updated', onDone: refresh })
  const { getPerson, listPeople } = peopleContract
  const shelving = (archived: boolean) => ({
    optimistic: (_input: unknown, answers: Answers) =>
      answers.patch(getPerson, shelved(person.id, archived), { params: { id: person.id } }),
    onDone: refresh,
  })
  const archive = useMutate(peopleContract.archivePeople, { success: 'Person archived.', ...shelving(true) })
  const restore = useMutate(peopleContract.restorePeople, { success: 'Person restored.', ...shelving(false) })
  const remove = useMutate(peopleContract.deletePeople, {
    success: 'Person has been deleted.',
    optimistic: (_input, answers) =>
      answers.patch(listPeople, inRows(without({ isAll: false, ids: new Set([person.id]) }))),
    onDone: () => {
      refresh()
      go('/people')
    },
  })
  const askUnsubscribe = async () => {
    const isSure = await askFirst({
      title: `Unsubscribe ${name}?`,
      children: 'They get no more marketing mail. Only they themselves can subscribe again.',
      confirm: 'Unsubscribe',
      danger: true,
    })
    if (isSure) unsubscribe.mutate({ query: { id: person.id } })
  }
  const askArchive = async () => {
    const isSure = await askFirst({
      title: `Archive ${name}?`,
      children: 'They leave their flows and segments and get no more mail. You can bring them back.',
      confirm: 'Archive',
    })
    if (isSure) archive.mutate({ body: one })
  }
  const askDelete = async () => {
    const isSure = await askFirst({
      title: `Delete ${name} for good?`,
      children: 'The person, their fields, tags and everything they did are removed. This cannot be undone.',
      confirm: 'Delete for good',
      danger: true,
    })
    if (isSure) remove.mutate({ query: { id: person.id, force: true } })
  }
  return (
    <RecordMenu name={name}>
      {mayWrite && (
        <Menu.Item leftSection={<IconArrowMerge size={15} stroke={1.7} />} onClick={() => onOpen('merge')}>
          Merge with another person
        </Menu.Item>
      )}
      {mayExport && (
        <Menu.Item
          component="a"
          href={`/v1/people/${person.id}/data`}
          download={`person-${person.id}.json`}
          leftSection={<IconDownload size={15} stroke={1.7} />}
        >
          Download their data
        </Menu.Item>
      )}
      {mayWrite && <Menu.Divider />}
      {mayWrite && !person.unsubscribed && (
        <Menu.Item leftSection={<IconMailOff size={15} stroke={1.7} />} onClick={() => void askUnsubscribe()}>
          Unsubscribe
        </Menu.Item>
      )}
      {!mayWrite ? null : person.archived ? (
        <Menu.Item
          leftSection={<IconArchiveOff size={15} stroke={1.7} />}
          onClick={() => restore.mutate({ body: one })}
        >
          Restore
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchive size={15} stroke={1.7} />} onClick={() => void askArchive()}>
          Archive
        </Menu.Item>
      )}
      {mayWrite && (
        <>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.7} />} onClick={() => void askDelete()}>
            Delete for good
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconUserOff size={15} stroke={1.7} />} onClick={() => onOpen('erase')}>
            Erase person (GDPR)
          </Menu.Item>
        </>
      )}
    </RecordMenu>
  )
}
