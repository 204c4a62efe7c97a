import { type ComponentType, lazy } from 'react'
import type { FormProps } from './form.ts'

/** The settings of each kind of block; a form is loaded when a block of its kind is first selected. */
export const FORMS: Record<string, ComponentType<FormProps>> = {
  heading: lazy(() => import('./forms/heading.tsx')),
  text: lazy(() => import('./forms/text.tsx')),
  paragraph: lazy(() => import('./forms/text.tsx')),
  button: lazy(() => import('./forms/button.tsx')),
  image: lazy(() => import('./forms/image.tsx')),
  divider: lazy(() => import('./forms/divider.tsx')),
  html: lazy(() => import('./forms/html.tsx')),
}
