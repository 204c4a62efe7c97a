import { ObjectDialogs } from '@millrace/objects/web'
import { FieldsScreen } from '@millrace/people/web'
import { Suspense } from 'react'

/** The fields of people; an address may open the dialogs about objects over them. */
export default function FieldsWithObjects() {
  return (
    <>
      <FieldsScreen />
      <Suspense fallback={null}>
        <ObjectDialogs />
      </Suspense>
    </>
  )
}
