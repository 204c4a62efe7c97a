import { type LazyScreen, lazyScreen } from '@millrace/kit/web'
import type { ComponentType } from 'react'
import type { FormProps } from './form.ts'

type Load = () => Promise<{ default: ComponentType<FormProps> }>

const LOADS: Record<string, Load> = {
  heading: () => import('./forms/heading.tsx'),
  text: () => import('./forms/text.tsx'),
  paragraph: () => import('./forms/text.tsx'),
  button: () => import('./forms/button.tsx'),
  image: () => import('./forms/image.tsx'),
  divider: () => import('./forms/divider.tsx'),
  social: () => import('./forms/social.tsx'),
  menu: () => import('./forms/menu.tsx'),
  table: () => import('./forms/table.tsx'),
  video: () => import('./forms/video.tsx'),
  timer: () => import('./forms/timer.tsx'),
  html: () => import('./forms/html.tsx'),
  'millrace-snippet': () => import('./forms/snippet.tsx'),
}

/** The settings of each kind of block; a form is loaded when a block of its kind is first selected. */
export const FORMS: Record<string, LazyScreen<FormProps>> = Object.fromEntries(
  Object.entries(LOADS).map(([kind, load]) => [kind, lazyScreen(load)]),
)

/** Loads all forms, so that none is waited for later. */
export const loadForms = (): void => {
  for (const { load } of Object.values(FORMS)) load().catch(() => undefined)
}
