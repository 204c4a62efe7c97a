import '@fontsource-variable/inter/wght.css'
import '@millrace/kit/web/app.css'
import { KitProvider } from '@millrace/kit/web'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')

createRoot(root).render(
  <StrictMode>
    <KitProvider>
      <RouterProvider router={router} />
    </KitProvider>
  </StrictMode>,
)
