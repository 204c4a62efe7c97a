import { accountsContract } from '@millrace/accounts/contract'
import { patchAnswers, useCall, useMay, useMutate } from '@millrace/kit/web'
import { useMemo, useState } from 'react'
import { useFields } from '../data.ts'
import { currentFields, type TableField, widthsOf, withMoved, withShown, withWidth } from './tableFields.ts'

/** What is kept with the account, for all its members; who may not change the account keeps it until the page is left. */
const useKept = () => {
  const account = useCall(accountsContract.accountInfo).data
  const mayKeep = useMay('account:write')
  const [own, setOwn] = useState<{ peopleTableFields?: TableField[]; hideAnonymous?: boolean }>({})
  const save = useMutate(accountsContract.updateAccount, {
    scope: 'people-table',
    onDone: (changed) => patchAnswers(accountsContract.accountInfo, () => changed),
    optimistic: ({ body }, answers) =>
      answers.patch(accountsContract.accountInfo, (old) => ({
        ...old,
        flags: { ...old.flags, ...body?.flags },
        peopleTableFields: body?.peopleTableFields ?? old.peopleTableFields,
      })),
  })
  return {
    fields: own.peopleTableFields ?? account?.peopleTableFields,
    hidesAnonymous: own.hideAnonymous ?? account?.flags.hideAnonymous ?? false,
    keepFields: (peopleTableFields: TableField[]) =>
      mayKeep ? save.mutate({ body: { peopleTableFields } }) : setOwn({ ...own, peopleTableFields }),
    keepHidden: (hideAnonymous: boolean) =>
      mayKeep ? save.mutate({ body: { flags: { hideAnonymous } } }) : setOwn({ ...own, hideAnonymous }),
  }
}

/** How the people table looks: which columns, in which order, how wide, and whether it shows the anonymous. */
export const useTable = () => {
  const fields = useFields()
  const { fields: kept, hidesAnonymous, keepFields, keepHidden } = useKept()
  const current = useMemo(() => currentFields(kept, new Set(fields.map(({ name }) => name))), [kept, fields])
  const columns = useMemo(() => {
    const byName = new Map(fields.map((field) => [field.name, field]))
    return current.flatMap(({ name, enabled }) => (enabled ? (byName.get(name) ?? []) : []))
  }, [current, fields])
  return {
    fields,
    columns,
    hidesAnonymous,
    widths: useMemo(() => widthsOf(current), [current]),
    show: (name: string, isOn: boolean) => keepFields(withShown(current, name, isOn)),
    move: (name: string, to: number) => keepFields(withMoved(current, name, to)),
    resize: (name: string, width: number | undefined) => keepFields(withWidth(current, name, width)),
    reset: () => keepFields(currentFields(undefined, new Set(fields.map(({ name }) => name)))),
    hideAnonymous: keepHidden,
  }
}
