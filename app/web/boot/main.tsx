import './fonts.css'
import '@millrace/kit/web/app.css'
import { KitProvider } from '@millrace/kit/web'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { plugPerson } from '../person/plugPerson.ts'
import { plugConditions } from '../segments/plugConditions.ts'
import { router } from './router.tsx'
import { watchErrors } from './watchErrors.ts'

watchErrors()
plugPerson()
plugConditions()

// React itself says so where there is none.
createRoot(document.getElementById('root') as HTMLElement).render(
  <KitProvider>
    <RouterProvider router={router} />
  </KitProvider>,
)
