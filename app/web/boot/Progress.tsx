import { useRouterState } from '@tanstack/react-router'
import css from './Progress.module.css'

/** A thin bar at the top while the next screen is on its way. */
export const Progress = () => {
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' })
  return <div className={css.bar} data-on={isPending || undefined} aria-hidden="true" />
}
