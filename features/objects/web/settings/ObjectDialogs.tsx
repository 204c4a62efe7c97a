import { useAddress } from '@millrace/kit/web'
import { lazy, Suspense } from 'react'
import { useSchemas } from '../data.ts'
import { DialogAddress, NEW } from './address.ts'

const SchemaForm = lazy(() => import('./SchemaForm.tsx'))
const AssociationForm = lazy(() => import('./AssociationForm.tsx'))

/** The dialogs that the address asks for: a kind of object to be made or changed, an association to be made. */
export const ObjectDialogs = () => {
  const [address, setAddress] = useAddress(DialogAddress)
  const edited = address['custom-object-edit']
  const associated = address['custom-object-schemas-associate']
  if (edited === undefined && associated === undefined) return null
  return <Opened edited={edited} associated={associated} setAddress={setAddress} />
}

type OpenedProps = {
  edited: string | undefined
  associated: string | undefined
  setAddress: ReturnType<typeof useAddress<ReturnType<(typeof DialogAddress)['read']>>>[1]
}

const Opened = ({ edited, associated, setAddress }: OpenedProps) => {
  const schemas = useSchemas().data?.schemas
  if (!schemas) return null
  const own = schemas.slice(1).find(({ name }) => name === edited)
  return (
    <Suspense fallback={null}>
      {(edited === NEW || own) && (
        <SchemaForm schema={own} onClose={() => setAddress({ 'custom-object-edit': undefined })} />
      )}
      {associated !== undefined && (
        <AssociationForm
          schemas={schemas}
          from={associated}
          onClose={() => setAddress({ 'custom-object-schemas-associate': undefined })}
        />
      )}
    </Suspense>
  )
}
