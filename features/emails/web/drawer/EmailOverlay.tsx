import { useAddress } from '@millrace/kit/web'
import { lazy, Suspense } from 'react'
import { OverAddress } from '../parts/NamedEmail.tsx'

const EmailDrawer = lazy(() => import('./EmailDrawer.tsx'))

/** The email that the address opens over any page: `?email=12`, `&mode=preview`, `&keep-editor-open=true`. */
export const EmailOverlay = () => {
  const [address, setAddress] = useAddress(OverAddress)
  const { email, mode } = address
  if (email === undefined) return null
  return (
    <Suspense fallback={null}>
      <EmailDrawer
        key={`${email}:${mode}`}
        id={email}
        staysOpen={address['keep-editor-open'] === 'true'}
        onClose={() => setAddress({ email: undefined, mode: undefined, 'keep-editor-open': undefined })}
      />
    </Suspense>
  )
}
