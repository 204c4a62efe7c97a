import { count, ErrorPanel, Link, plural, Skeleton, useCall } from '@millrace/kit/web'
import { IconFileImport, IconForms, IconMail, IconRoute, IconSpeakerphone, IconUsersGroup } from '@tabler/icons-react'
import { peopleContract, type Usage, type Use } from '../../contract/index.ts'
import css from './UsageList.module.css'

const KINDS: Record<Use['kind'], { icon: typeof IconMail; word: string; at: string }> = {
  segment: { icon: IconUsersGroup, word: 'Segment', at: '/segments' },
  flow: { icon: IconRoute, word: 'Flow', at: '/flows' },
  email: { icon: IconMail, word: 'Email', at: '/emails' },
  broadcast: { icon: IconSpeakerphone, word: 'Broadcast', at: '/broadcasts' },
  form: { icon: IconForms, word: 'Form', at: '/forms' },
  import: { icon: IconFileImport, word: 'Import', at: '/people/imports' },
}

const MOST = 8

const stateOf = ({ kind, isActive }: Use) => {
  if (kind === 'flow') return isActive ? 'active' : 'off'
  return kind === 'import' && isActive ? 'running' : ''
}

type Props = {
  uses: readonly Use[] | undefined
  /** What is known of it besides: "3 people carry it". */
  lead?: string
  /** Leads to the things that use it. */
  isLinked?: boolean
}

const Line = ({ use, isLinked }: { use: Use; isLinked: boolean }) => {
  const { icon: Icon, word, at } = KINDS[use.kind]
  const state = stateOf(use)
  return (
    <li>
      <Icon size={15} stroke={1.7} aria-hidden />
      {isLinked ? <Link to={`${at}/${use.id}`}>{use.name}</Link> : <b>{use.name}</b>}
      <span>
        {word}
        {state && `, ${state}`}
      </span>
    </li>
  )
}

const inWords = (uses: readonly Use[], lead: string | undefined) => {
  const places = plural(uses.length, 'place')
  if (!lead) return uses.length ? `Used in ${places}:` : 'Nothing uses it.'
  return `${lead}; ${uses.length ? `it is used in ${places}:` : 'nothing uses it.'}`
}

/** What uses something. */
export const UsageList = ({ uses, lead, isLinked = false }: Props) => {
  if (!uses) {
    return (
      <div className={css.usage} aria-busy="true">
        <Skeleton width={210} />
      </div>
    )
  }
  return (
    <div className={css.usage}>
      <p>{inWords(uses, lead)}</p>
      {uses.length > 0 && (
        <ul>
          {uses.slice(0, MOST).map((use) => (
            <Line key={`${use.kind}${use.id}`} use={use} isLinked={isLinked} />
          ))}
          {uses.length > MOST && <li>and {count(uses.length - MOST)} more</li>}
        </ul>
      )}
    </div>
  )
}

/** "3 people carry it", from how many they are and what one and what several do. */
const someone = (usage: Usage | undefined, one: string, several: string) => {
  const people = usage?.people ?? 0
  return `${people ? plural(people, 'person', 'people') : 'Nobody'} ${people > 1 ? several : one}`
}

/** Who carries a tag and what uses it. */
export const TagUsage = ({ tag, isLinked = false }: { tag: string; isLinked?: boolean }) => {
  const { data, error, refetch } = useCall(peopleContract.listTagUses, { params: { tag } }, { staleMs: 0 })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return <UsageList uses={data?.uses} lead={someone(data, 'carries it', 'carry it')} isLinked={isLinked} />
}

/** Who has a value in a field and what uses it. */
export const FieldUsage = ({ name, isLinked = false }: { name: string; isLinked?: boolean }) => {
  const input = { params: { fieldName: name } }
  const { data, error, refetch } = useCall(peopleContract.listFieldUses, input, { staleMs: 0 })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <UsageList uses={data?.uses} lead={someone(data, 'has a value in it', 'have a value in it')} isLinked={isLinked} />
  )
}
