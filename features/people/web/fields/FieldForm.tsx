import { Modal, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { FormFoot, issuesByField, sentenceOf, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { type PersonField, peopleContract } from '../../contract/index.ts'
import { FIELD_CALLS } from '../data.ts'
import { FieldUsage } from '../uses/UsageList.tsx'
import { ChoicesInput } from './ChoicesInput.tsx'
import { CurrencyInput } from './CurrencyInput.tsx'
import { draftOf, type FieldDraft, isMoneyKind, kindOf, maySeveral, nameOf, newFieldOf, patchOf } from './fieldDraft.ts'
import { KIND_MENU } from './fieldKinds.ts'
import { TitleInput } from './TitleInput.tsx'

type Props = { field?: PersonField | undefined; onClose: () => void; onMade: (name: string) => Promise<void> }
type Part = { draft: FieldDraft; put: (part: Partial<FieldDraft>) => void; field: PersonField | undefined }

const useSave = ({ field, onClose, onMade }: Props) => {
  const options = { invalidates: FIELD_CALLS, onError: true as const, onDone: onClose }
  const create = useMutate(peopleContract.createFields, {
    ...options,
    success: 'Field created.',
    onDone: ({ fields: [made] }) => {
      onClose()
      if (made) void onMade(made.name)
    },
  })
  const update = useMutate(peopleContract.updateField, { ...options, success: 'Field saved.' })
  const save = field ? update : create
  return {
    error: save.error,
    isPending: save.isPending,
    reset: save.reset,
    put: (draft: FieldDraft) => {
      if (field) update.mutate({ params: { fieldName: field.name }, body: patchOf(draft, field) })
      else create.mutate({ body: newFieldOf(draft) })
    },
  }
}

/** What kind of value it holds; of a field that is there only where everybody's value fits. */
const KindPart = ({ draft, put, field }: Part) => (
  <>
    <Select
      label="Type"
      data={KIND_MENU}
      value={draft.kind}
      onChange={(kind) => kind && put({ kind })}
      allowDeselect={false}
      searchable
      disabled={field?.array ?? false}
      description={
        field && draft.kind !== field.displayType
          ? 'It changes only where every value that people have fits; texts that are numbers become numbers.'
          : undefined
      }
    />
    {maySeveral(draft) && !field && (
      <Switch
        label="People can have several values"
        checked={draft.isSeveral}
        onChange={(event) => put({ isSeveral: event.currentTarget.checked })}
      />
    )}
    {isMoneyKind(draft) && <CurrencyInput value={draft.currency} onChange={(currency) => put({ currency })} />}
    {kindOf(draft)?.hasChoices && (
      <>
        <ChoicesInput choices={draft.choices} onChange={(choices) => put({ choices })} />
        <Switch
          label="Take new choices"
          description="A value that is not among them is taken and becomes one; otherwise it is refused."
          checked={draft.mayGrow}
          onChange={(event) => put({ mayGrow: event.currentTarget.checked })}
        />
      </>
    )}
  </>
)

const WordsPart = ({ draft, put }: Part) => (
  <>
    <Textarea
      label="Description"
      description="Shown as a tooltip in lists."
      value={draft.description}
      maxLength={1000}
      autosize
      minRows={2}
      onChange={(event) => put({ description: event.currentTarget.value })}
    />
    <TextInput
      label="Help text"
      description="Stands under the field where it is filled in."
      value={draft.tooltip}
      maxLength={1000}
      onChange={(event) => put({ tooltip: event.currentTarget.value })}
    />
  </>
)

const HotPart = ({ draft, put, field }: Part) => (
  <Switch
    label="Keep an index"
    description={
      field?.indexed
        ? 'An index answers conditions and orders by this field.'
        : 'Conditions and orders by this field stay quick with more than 20,000 people. Fields that segments ask about get one by themselves.'
    }
    checked={draft.isHot}
    onChange={(event) => put({ isHot: event.currentTarget.checked })}
  />
)

/** Makes a field, or changes what it is called, what it holds and how it is shown. Its name in the API stays. */
export default function FieldForm(props: Props) {
  const { field, onClose } = props
  const [draft, setDraft] = useState(() => draftOf(field))
  const save = useSave(props)
  const name = nameOf(draft, field)
  const issues = save.error ? issuesByField(save.error) : {}
  const put = (part: Partial<FieldDraft>) => {
    save.reset()
    setDraft((before) => ({ ...before, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name && draft.title.trim() && !save.isPending) save.put(draft)
  }
  const parts = { draft, put, field }
  return (
    <Modal opened onClose={onClose} title={field ? 'Edit field' : 'New field'} size={520}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TitleInput
            title={draft.title}
            onTitle={(title) => put({ title })}
            error={issues.title}
            place="In the API and in mails"
            name={name}
          />
          <KindPart {...parts} />
          <WordsPart {...parts} />
          <HotPart {...parts} />
          {field && <FieldUsage name={field.name} isLinked />}
          {save.error && !issues.title && (
            <Text role="alert" fz={12.5} c="red">
              {sentenceOf(save.error)}
            </Text>
          )}
          <FormFoot onCancel={onClose} loading={save.isPending} disabled={!name || !draft.title.trim()}>
            {field ? 'Save' : 'Create field'}
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
