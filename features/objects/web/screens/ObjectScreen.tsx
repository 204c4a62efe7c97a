import { Badge, Button } from '@mantine/core'
import {
  addressShape,
  CopyButton,
  ErrorPanel,
  exactly,
  Facts,
  PageSkeleton,
  PermissionBanner,
  PersonAvatar,
  param,
  RecordBack,
  RecordHead,
  RecordSection,
  SidePage,
  useAddress,
  useCall,
  useIdParam,
  useMay,
  useParam,
  useShortcut,
  useTitle,
} from '@millrace/kit/web'
import { formatField } from '@millrace/people/web'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type ObjectRecord, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { addressOfSchema, nameOfObject, subOfObject, useSchemas } from '../data.ts'
import { objectPorts } from '../ports.ts'
import css from '../record/record.module.css'
import { Ties } from '../ties/Ties.tsx'

const EditObject = lazy(() => import('../record/EditObject.tsx'))
const ObjectMenu = lazy(() => import('../record/ObjectMenu.tsx'))

const Address = addressShape({ edit: param.text() })

const Known = ({ schema, object }: { schema: ObjectSchema; object: ObjectRecord }) => {
  const [isAll, setAll] = useState(false)
  const facts = schema.fields.map((field) => ({
    title: field.title,
    value: formatField(field, object[field.name], true),
  }))
  const empty = facts.filter(({ value }) => !value).length
  return (
    <>
      <RecordSection title="Fields">
        <Facts facts={isAll ? facts : facts.filter(({ value }) => value)} />
        {empty > 0 && (
          <Button variant="subtle" color="gray" size="compact-sm" mt={8} ml={-8} onClick={() => setAll(!isAll)}>
            {isAll ? 'Hide empty fields' : `Show ${empty} empty ${empty === 1 ? 'field' : 'fields'}`}
          </Button>
        )}
      </RecordSection>
      <RecordSection title="About">
        <Facts
          facts={[
            { title: 'ID', value: String(object.id) },
            {
              title: 'External ID',
              value: object.externalId && (
                <span className={css.copied}>
                  {object.externalId}
                  <CopyButton text={object.externalId} label="Copy external ID" size={20} />
                </span>
              ),
            },
            { title: 'Created', value: exactly(object.createdAt) },
            { title: 'Updated', value: exactly(object.updatedAt) },
          ]}
        />
      </RecordSection>
    </>
  )
}

type PageProps = { schema: ObjectSchema; object: ObjectRecord }

const ObjectPage = ({ schema, object }: PageProps) => {
  const [address, setAddress] = useAddress(Address)
  const mayWrite = useMay('people:write')
  const mayFlows = useMay('flows:read')
  const { Flows, SegmentsOfObject } = objectPorts
  const name = nameOfObject(schema, object)
  const sub = subOfObject(schema, object)
  const edit = () => setAddress({ edit: '1' }, { push: true })
  useTitle(name)
  useShortcut('e', `Edit ${schema.displayNameSingular.toLowerCase()}`, edit, 'This page', mayWrite)
  return (
    <SidePage side={<Known schema={schema} object={object} />} sideLabel="What is known">
      <RecordBack to={addressOfSchema(schema.name)}>{schema.displayNamePlural}</RecordBack>
      <RecordHead
        mark={<PersonAvatar id={object.id} name={name} size={44} isThing />}
        title={name}
        sub={
          <>
            {sub || schema.displayNameSingular}
            {object.archived && <Badge color="gray">Archived</Badge>}
          </>
        }
      >
        {mayWrite && (
          <>
            <Button variant="default" leftSection={<IconPencil size={15} stroke={1.7} aria-hidden />} onClick={edit}>
              Edit
            </Button>
            <Suspense fallback={<span style={{ width: 32 }} />}>
              <ObjectMenu schema={schema} object={object} />
            </Suspense>
          </>
        )}
      </RecordHead>
      <div className={css.ties}>
        <Ties thing={{ objectName: schema.name, id: object.id }} />
        {SegmentsOfObject && (
          <RecordSection title="Segments">
            <Suspense fallback={<PageSkeleton />}>
              <SegmentsOfObject key={object.id} objectName={schema.name} id={object.id} />
            </Suspense>
          </RecordSection>
        )}
        {Flows && mayFlows && (
          <RecordSection title="Flows">
            <Suspense fallback={<PageSkeleton />}>
              <Flows key={object.id} objectName={schema.name} id={object.id} />
            </Suspense>
          </RecordSection>
        )}
      </div>
      {address.edit && (
        <Suspense fallback={null}>
          <EditObject schema={schema} object={object} onClose={() => setAddress({ edit: undefined })} />
        </Suspense>
      )}
    </SidePage>
  )
}

/** One object: what it is tied to, and what is known of it. */
export default function ObjectScreen() {
  const id = useIdParam()
  const objectName = useParam('objectName')
  const mayRead = useMay('people:read')
  const schemas = useSchemas()
  const one = useCall(
    objectsContract.getObject,
    { params: { objectName, id: id ?? 0 } },
    { enabled: id !== undefined && mayRead },
  )
  if (!mayRead) return <PermissionBanner scope="people:read" />
  if (id === undefined) return <ErrorPanel title="Not found" error={new Error('There is no such object.')} />
  const error = one.error ?? schemas.error
  if (error) {
    const again = () => {
      void schemas.refetch()
      void one.refetch()
    }
    return <ErrorPanel error={error} onRetry={again} />
  }
  const schema = schemas.data?.schemas.find(({ name }) => name.toLowerCase() === objectName.toLowerCase())
  if (!one.data || !schemas.data) return <PageSkeleton />
  if (!schema) return <ErrorPanel title="Not found" error={new Error('There is no such kind of object.')} />
  return <ObjectPage schema={schema} object={one.data.object} />
}
