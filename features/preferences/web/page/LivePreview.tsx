import { SegmentedControl } from '@mantine/core'
import { accountsContract } from '@millrace/accounts/contract'
import { Skeleton, useCall } from '@millrace/kit/web'
import { useState } from 'react'
import { preferencesContract as calls } from '../../contract/calls.ts'
import type { CommunicationCategory, PageMode, PreferencesPage } from '../../contract/preferences.ts'
import c from '../parts/customize.module.css'
import { PreferencesCard } from './PreferencesCard.tsx'
import { useExample } from './useExample.ts'

type Account = { accountId: number; logo: string | null; name: string; site: string }

const exampleOf = (
  account: Account,
  categories: readonly CommunicationCategory[],
  snippets: Record<string, string>,
): PreferencesPage => {
  const shown = categories.filter(({ isArchived }) => !isArchived)
  const kind = shown.find(({ isDefault, type }) => isDefault && type === 'marketing')
  return {
    snippets,
    removePoweredBy: false,
    accountLogo: account.logo,
    accountName: account.name,
    accountSite: account.site,
    personUnsubscribed: false,
    categoryId: kind?.id ?? null,
    categoriesForPerson: {},
    categories: shown,
    email: 'a•••@example.com',
    accountId: account.accountId,
  }
}

type Props = { texts: Record<string, string>; mode: PageMode; onMode: (mode: PageMode) => void }

/** The page as it will look, while its words are typed. Its buttons work, on an example person. */
export const LivePreview = ({ texts, mode, onMode }: Props) => {
  const { data: account } = useCall(accountsContract.accountInfo)
  const { data } = useCall(calls.listCategories)
  const [width, setWidth] = useState('desktop')
  const { page, deeds, start } = useExample(account && data && exampleOf(account, data.categories, texts))
  const show = (next: PageMode) => {
    start()
    onMode(next)
  }
  return (
    <div className={c.preview}>
      <div className={c.bar}>
        <b>Preview</b>
        <SegmentedControl
          size="xs"
          aria-label="Width"
          data={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
          value={width}
          onChange={setWidth}
        />
      </div>
      <div className={c.stage} data-width={width}>
        {page ? (
          <PreferencesCard page={page} mode={mode} deeds={{ ...deeds, show }} />
        ) : (
          <Skeleton width="100%" height={300} />
        )}
      </div>
    </div>
  )
}
