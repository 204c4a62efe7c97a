import { Button, Switch } from '@mantine/core'
import { LinkMark } from '@millrace/kit/web'
import { IconMailCheck, IconMailOff } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Choice, PageMode, PreferencesPage } from '../../contract/preferences.ts'
import c from '../parts/preferences.module.css'
import { PageFrame } from './PageFrame.tsx'
import { textOf } from './texts.ts'

/** What a reader can do on the page. In a preview none of it reaches the server. */
export type PageDeeds = {
  isBusy: boolean
  save(choices: Record<string, Choice>): void
  leaveAll(): void
  comeBack(): void
  show(mode: PageMode): void
}

type Props = { page: PreferencesPage; mode: PageMode; deeds: PageDeeds }

const Card = ({
  page,
  isOff,
  title,
  children,
}: {
  page: PreferencesPage
  isOff?: boolean
  title: string
  children: ReactNode
}) => (
  <PageFrame page={page} isQuiet={page.removePoweredBy}>
    <LinkMark tone={isOff ? 'off' : undefined}>
      {isOff ? (
        <IconMailOff size={24} stroke={1.6} aria-hidden />
      ) : (
        <IconMailCheck size={24} stroke={1.6} aria-hidden />
      )}
    </LinkMark>
    <h1>{title}</h1>
    {children}
  </PageFrame>
)

const Quiet = ({ onClick, isBusy, children }: { onClick: () => void; isBusy: boolean; children: ReactNode }) => (
  <button type="button" className={c.leave} disabled={isBusy} onClick={onClick}>
    {children}
  </button>
)

const Unsubscribed = ({ page, deeds }: Props) => (
  <Card page={page} isOff title={textOf(page, 'unsubscribedTitle')}>
    <p>{textOf(page, 'unsubscribedIntro')}</p>
    <p className={c.email}>{page.email}</p>
    <Button variant="default" fullWidth size="md" loading={deeds.isBusy} onClick={deeds.comeBack}>
      {textOf(page, 'resubscribe')}
    </Button>
  </Card>
)

const LeaveAll = ({ page, deeds }: Props) => (
  <Card page={page} title={textOf(page, 'allTitle')}>
    <p>{textOf(page, 'allIntro')}</p>
    <p className={c.email}>{page.email}</p>
    <Button fullWidth size="md" loading={deeds.isBusy} onClick={deeds.leaveAll}>
      {textOf(page, 'unsubscribeAll')}
    </Button>
    {page.categories.length > 0 && (
      <Quiet isBusy={deeds.isBusy} onClick={() => deeds.show('manage')}>
        {textOf(page, 'manage')}
      </Quiet>
    )}
  </Card>
)

const LeaveCategory = ({ page, deeds }: Props) => {
  const id = String(page.categoryId)
  const isLeft = page.categoriesForPerson[id] === 'optOut'
  const choose = (choice: Choice) => deeds.save({ [id]: choice })
  return (
    <Card page={page} isOff={isLeft} title={textOf(page, isLeft ? 'categoryLeft' : 'categoryTitle')}>
      <p>{textOf(page, 'categoryIntro')}</p>
      <p className={c.email}>{page.email}</p>
      <Button
        {...(isLeft && { variant: 'default' })}
        fullWidth
        size="md"
        loading={deeds.isBusy}
        onClick={() => choose(isLeft ? 'optIn' : 'optOut')}
      >
        {textOf(page, isLeft ? 'categoryReturn' : 'categoryLeave')}
      </Button>
      <div className={c.ways}>
        <Quiet isBusy={deeds.isBusy} onClick={deeds.leaveAll}>
          {textOf(page, 'unsubscribeAll')}
        </Quiet>
        <Quiet isBusy={deeds.isBusy} onClick={() => deeds.show('manage')}>
          {textOf(page, 'manage')}
        </Quiet>
      </div>
    </Card>
  )
}

const startChoices = (page: PreferencesPage): Record<string, boolean> =>
  Object.fromEntries(page.categories.map(({ id }) => [id, page.categoriesForPerson[id] !== 'optOut']))

const Manage = ({ page, deeds }: Props) => {
  const [choices, setChoices] = useState(() => startChoices(page))
  const marketing = page.categories.filter((category) => category.type === 'marketing')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deeds.save(Object.fromEntries(marketing.map(({ id }) => [id, choices[id] ? 'optIn' : 'optOut'])))
  }
  return (
    <Card page={page} title={textOf(page, 'title')}>
      <p>{textOf(page, 'intro')}</p>
      <p className={c.email}>{page.email}</p>
      <form onSubmit={submit} className={c.form}>
        <ul className={c.categories}>
          {marketing.map(({ id, name, description }) => (
            <li key={id} data-here={id === page.categoryId || undefined}>
              <Switch
                label={name}
                description={description}
                labelPosition="left"
                size="md"
                classNames={{ root: c.switch, body: c.switchBody, labelWrapper: c.switchLabel }}
                checked={choices[id] ?? true}
                onChange={(event) => {
                  const { checked } = event.currentTarget
                  setChoices((all) => ({ ...all, [id]: checked }))
                }}
              />
            </li>
          ))}
        </ul>
        <Button type="submit" fullWidth size="md" loading={deeds.isBusy}>
          {textOf(page, 'save')}
        </Button>
      </form>
      <Quiet isBusy={deeds.isBusy} onClick={deeds.leaveAll}>
        {textOf(page, 'unsubscribeAll')}
      </Quiet>
    </Card>
  )
}

/** What a reader sees: what to get, whether to leave one kind of mail, or all. */
export const PreferencesCard = (props: Props) => {
  const { page, mode } = props
  if (page.personUnsubscribed) return <Unsubscribed {...props} />
  const hasKinds = page.categories.some(({ type }) => type === 'marketing')
  if (mode === 'all' || !hasKinds) return <LeaveAll {...props} />
  if (mode === 'category' && page.categoryId !== null) return <LeaveCategory {...props} />
  return <Manage key={JSON.stringify(page.categoriesForPerson)} {...props} />
}
