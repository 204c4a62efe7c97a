import { Button, Group, TextInput } from '@mantine/core'
import { Card } from '@millrace/access/web'
import { FormRow, told, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { accountCalls, UTM_NAMES, type UtmName, withUtms } from '../../contract/index.ts'
import { SHOWN } from '../parts/shown.ts'
import c from './email.module.css'

const ABOUT: Record<UtmName, { label: string; placeholder: string }> = {
  utm_source: { label: 'Source', placeholder: 'millrace' },
  utm_medium: { label: 'Medium', placeholder: 'email' },
  utm_campaign: { label: 'Campaign', placeholder: 'spring' },
  utm_term: { label: 'Term', placeholder: '' },
  utm_content: { label: 'Content', placeholder: '' },
}

type Utms = Record<string, string>

const kept = (utms: Utms): Utms =>
  Object.fromEntries(Object.entries(utms).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])))

/** The parameters that links in mails get, and how such a link looks. */
export const LinkUtms = ({ saved, site, isReadOnly }: { saved: Utms; site: string; isReadOnly: boolean }) => {
  const [utms, setUtms] = useState(saved)
  const save = useMutate(accountCalls.updateAccount, {
    invalidates: SHOWN,
    success: 'Settings updated.',
    onError: () => told.error('Error while updating settings.'),
  })
  const isChanged = JSON.stringify(kept(utms)) !== JSON.stringify(kept(saved))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) save.mutate({ body: { linkUTMs: kept(utms) } })
  }
  const example = withUtms(/^https?:/.test(site) ? site : 'https://example.com/pricing', kept(utms))
  return (
    <Card title="Link parameters">
      <form onSubmit={submit}>
        {UTM_NAMES.map((name) => (
          <FormRow key={name} label={ABOUT[name].label} help={name}>
            {(id) => (
              <TextInput
                id={id}
                maxLength={300}
                readOnly={isReadOnly}
                placeholder={ABOUT[name].placeholder}
                value={utms[name] ?? ''}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  setUtms((before) => ({ ...before, [name]: value }))
                }}
              />
            )}
          </FormRow>
        ))}
        <div className={c.example}>
          <span>A link will look like this</span>
          <code>{example}</code>
        </div>
        {!isReadOnly && (
          <Group justify="flex-end" mt={12}>
            <Button type="submit" disabled={!isChanged} loading={save.isPending}>
              Save
            </Button>
          </Group>
        )}
      </form>
    </Card>
  )
}
