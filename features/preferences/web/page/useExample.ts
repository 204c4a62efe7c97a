import { useState } from 'react'
import type { PreferencesPage } from '../../contract/preferences.ts'
import type { PageDeeds } from './PreferencesCard.tsx'

type Changes = Pick<PreferencesPage, 'categoriesForPerson' | 'personUnsubscribed'>

const START: Changes = { categoriesForPerson: {}, personUnsubscribed: false }

/** A page of an example person: what is pressed shows, and is kept nowhere. */
export const useExample = (page: PreferencesPage | undefined) => {
  const [changes, setChanges] = useState(START)
  const deeds: Omit<PageDeeds, 'show'> = {
    isBusy: false,
    save: (choices) =>
      setChanges((all) => ({ ...all, categoriesForPerson: { ...all.categoriesForPerson, ...choices } })),
    leaveAll: () => setChanges((all) => ({ ...all, personUnsubscribed: true })),
    comeBack: () => setChanges((all) => ({ ...all, personUnsubscribed: false })),
  }
  return { page: page && { ...page, ...changes }, deeds, start: () => setChanges(START) }
}
