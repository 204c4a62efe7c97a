import { Badge, Button, Tabs } from '@mantine/core'
import { allows } from '@millrace/kit/contract'
import {
  addressShape,
  CopyButton,
  ErrorPanel,
  PageSkeleton,
  PersonAvatar,
  param,
  RecordBack,
  RecordHead,
  RecordSection,
  SidePage,
  useAddress,
  useCall,
  useGo,
  useIdParam,
  useMay,
  useShortcut,
  useSignedIn,
  useTitle,
} from '@millrace/kit/web'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { type Person, peopleContract } from '../../contract/index.ts'
import { nameOfPerson } from '../person/nameOfPerson.ts'
import { PersonFields } from '../person/PersonFields.tsx'
import { PersonTags } from '../person/PersonTags.tsx'
import css from '../person/person.module.css'
import { personParts } from '../ports.ts'

const EditPerson = lazy(() => import('../person/EditPerson.tsx'))
const PersonMenu = lazy(() => import('../person/PersonMenu.tsx'))
const MergePeople = lazy(() => import('../person/MergePeople.tsx'))
const ErasePerson = lazy(() => import('../person/ErasePerson.tsx'))

const Address = addressShape({ tab: param.text(), edit: param.text(), dialog: param.text() })

type HeadProps = { person: Person; onEdit: () => void; onOpen: (dialog: 'merge' | 'erase') => void }

const Head = ({ person, onEdit, onOpen }: HeadProps) => {
  const mayWrite = useMay('people:write')
  const mayExport = useMay('people:export')
  const name = nameOfPerson(person)
  return (
    <RecordHead
      mark={<PersonAvatar id={person.id} name={name} size={44} />}
      title={name}
      sub={
        <>
          <span className={css.address}>{person.email ?? 'No email'}</span>
          {person.email && <CopyButton text={person.email} label="Copy email" size={22} />}
          {person.unsubscribed && <Badge color="amber">Unsubscribed</Badge>}
          {person.archived && <Badge color="gray">Archived</Badge>}
        </>
      }
      wraps
    >
      {mayWrite && (
        <Button variant="default" leftSection={<IconPencil size={15} stroke={1.7} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
      )}
      {(mayWrite || mayExport) && (
        <Suspense fallback={<span style={{ width: 32 }} />}>
          <PersonMenu person={person} onOpen={onOpen} />
        </Suspense>
      )}
    </RecordHead>
  )
}

const Side = ({ person }: { person: Person }) => (
  <>
    <RecordSection title="Tags">
      <PersonTags person={person} />
    </RecordSection>
    <PersonFields person={person} />
    {personParts('side').map(({ id, title, part: Part }) => (
      <RecordSection key={id} title={title}>
        <Suspense fallback={null}>
          <Part personId={person.id} />
        </Suspense>
      </RecordSection>
    ))}
  </>
)

/** One person: what they did, and what is known of them. */
export default function PersonScreen() {
  const id = useIdParam()
  const [address, setAddress] = useAddress(Address)
  const { data, error, refetch } = useCall(
    peopleContract.getPerson,
    { params: { id: id ?? 0 } },
    { enabled: id !== undefined },
  )
  const person = data?.users[0]
  useTitle(person && nameOfPerson(person))
  const edit = () => setAddress({ edit: '1' }, { push: true })
  useShortcut('e', 'Edit person', edit, 'This page', person !== undefined)
  const signedIn = useSignedIn()
  const parts = personParts('main').filter(({ scope }) => !scope || allows(signedIn, [scope]))
  const go = useGo()
  const today = person && person.id !== id ? person.id : undefined
  useEffect(() => {
    // The address is of somebody who has become one with another.
    if (today !== undefined) go({ to: `/people/${today}`, replace: true })
  }, [today, go])
  if (id === undefined) return <ErrorPanel error={{ message: 'There is no such person.' }} />
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!person) return <PageSkeleton />
  return (
    <SidePage side={<Side person={person} />} sideLabel="What is known">
      <RecordBack to="/people">People</RecordBack>
      <Head person={person} onEdit={edit} onOpen={(dialog) => setAddress({ dialog }, { push: true })} />
      <Tabs
        value={parts.find((part) => part.id === address.tab)?.id ?? parts[0]?.id ?? null}
        onChange={(tab) => setAddress({ tab: tab === parts[0]?.id ? undefined : (tab ?? undefined) })}
      >
        <Tabs.List px={16} className={css.tabs as string}>
          {parts.map((part) => (
            <Tabs.Tab key={part.id} value={part.id}>
              {part.title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map(({ id: tab, part: Part }) => (
          <Tabs.Panel key={tab} value={tab} className={css.panel as string}>
            <Suspense fallback={<PageSkeleton />}>
              <Part personId={person.id} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
      {address.dialog === 'merge' && (
        <Suspense fallback={null}>
          <MergePeople person={person} onClose={() => setAddress({ dialog: undefined })} />
        </Suspense>
      )}
      {address.dialog === 'erase' && (
        <Suspense fallback={null}>
          <ErasePerson person={person} onClose={() => setAddress({ dialog: undefined })} />
        </Suspense>
      )}
      {address.edit && (
        <Suspense fallback={null}>
          <EditPerson person={person} onClose={() => setAddress({ edit: undefined })} />
        </Suspense>
      )}
    </SidePage>
  )
}
