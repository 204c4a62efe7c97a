import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import {
  addressShape,
  Banner,
  ErrorPanel,
  PageHead,
  PageSkeleton,
  PermissionBanner,
  param,
  SidePage,
  told,
  useAddress,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconDeviceFloppy, IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { preferencesContract as calls } from '../../contract/calls.ts'
import { PAGE_MODES, type PageMode, PREFERENCE_TEXTS, type PreferenceText } from '../../contract/preferences.ts'
import { LivePreview } from '../page/LivePreview.tsx'
import c from '../parts/customize.module.css'

const Address = addressShape({ mode: param.oneOf(PAGE_MODES) })

const MODES: Record<PageMode, string> = { manage: 'Choose', category: 'Leave one kind', all: 'Leave all' }

const LABELS: Record<PreferenceText, string> = {
  title: 'Title',
  intro: 'Introduction',
  save: 'Button that saves',
  unsubscribeAll: 'Unsubscribe from all',
  categoryTitle: 'Title',
  categoryIntro: 'Introduction',
  categoryLeave: 'Button that unsubscribes',
  categoryLeft: 'Title, once unsubscribed',
  categoryReturn: 'Button that subscribes again',
  manage: 'Link to the choices',
  allTitle: 'Title',
  allIntro: 'Introduction',
  unsubscribedTitle: 'Title, once unsubscribed',
  unsubscribedIntro: 'Introduction, once unsubscribed',
  resubscribe: 'Button that subscribes again',
}

/** Which words each view shows. */
const SHOWN: Record<PageMode, readonly PreferenceText[]> = {
  manage: ['title', 'intro', 'save', 'unsubscribeAll'],
  category: [
    'categoryTitle',
    'categoryIntro',
    'categoryLeave',
    'categoryLeft',
    'categoryReturn',
    'unsubscribeAll',
    'manage',
  ],
  all: ['allTitle', 'allIntro', 'unsubscribeAll', 'manage', 'unsubscribedTitle', 'unsubscribedIntro', 'resubscribe'],
}

type Texts = Record<string, string>

const isLong = (name: PreferenceText) => /intro/i.test(name)

type FieldProps = { name: PreferenceText; texts: Texts; isReadOnly: boolean; onChange: (text: string) => void }

const TextField = ({ name, texts, isReadOnly, onChange }: FieldProps) => {
  const common = {
    label: LABELS[name],
    placeholder: PREFERENCE_TEXTS[name],
    value: texts[name] ?? '',
    readOnly: isReadOnly,
    maxLength: 5000,
  }
  return isLong(name) ? (
    <Textarea {...common} autosize minRows={2} maxRows={8} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

const Form = ({ saved, mode, isReadOnly }: { saved: Texts; mode: PageMode; isReadOnly: boolean }) => {
  const [, setAddress] = useAddress(Address)
  const [texts, setTexts] = useState(saved)
  const save = useMutate(calls.savePreferenceTexts, {
    invalidates: [calls.getPreferenceTexts, calls.getPreferences],
    success: 'Settings updated.',
    onError: () => told.error('Error while updating settings.'),
  })
  const isChanged = useMemo(() => JSON.stringify(texts) !== JSON.stringify(saved), [texts, saved])
  const put = () => {
    const kept = Object.entries(texts).filter(([, text]) => text.trim() !== '')
    save.mutate({ body: { value: Object.fromEntries(kept) } })
  }
  const side = <LivePreview texts={texts} mode={mode} onMode={(next) => setAddress({ mode: next })} />
  return (
    <SidePage side={side} sideLabel="Preview" width={520}>
      <div className={c.main}>
        <PageHead
          title="Preferences page"
          back={{ to: '/settings/communication-categories', label: 'Communication categories' }}
          sub="What readers see behind the links in your emails. Empty words are ours."
        >
          <Button
            component="a"
            href={`/v1/communication-preferences/preview/${mode}`}
            target="_blank"
            variant="default"
            leftSection={<IconExternalLink size={15} stroke={1.7} aria-hidden />}
          >
            Open
          </Button>
          {!isReadOnly && (
            <Button
              leftSection={<IconDeviceFloppy size={15} stroke={1.7} aria-hidden />}
              loading={save.isPending}
              disabled={!isChanged}
              onClick={put}
            >
              Save
            </Button>
          )}
        </PageHead>
        {isReadOnly && <PermissionBanner scope="emails:write" />}
        <SegmentedControl
          aria-label="View"
          className={c.modes as string}
          data={PAGE_MODES.map((value) => ({ value, label: MODES[value] }))}
          value={mode}
          onChange={(next) => setAddress({ mode: next as PageMode })}
        />
        <div className={c.fields}>
          {SHOWN[mode].map((name) => (
            <TextField
              key={name}
              name={name}
              texts={texts}
              isReadOnly={isReadOnly}
              onChange={(text) => setTexts((before) => ({ ...before, [name]: text }))}
            />
          ))}
        </div>
        {mode === 'category' && (
          <Banner tone="info">
            <code>{'{category}'}</code> stands for the kind of mail that the link stood in.
          </Banner>
        )}
        {!isReadOnly && Object.values(texts).some((text) => text.trim()) && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            className={c.reset as string}
            leftSection={<IconRefresh size={14} stroke={1.7} aria-hidden />}
            onClick={() => setTexts({})}
          >
            Use our words everywhere
          </Button>
        )}
      </div>
    </SidePage>
  )
}

/** The words of the preferences page, with the page as it will look. */
export default function CustomizePage() {
  const [{ mode = 'manage' }] = useAddress(Address)
  const { data, error, refetch } = useCall(calls.getPreferenceTexts)
  const mayWrite = useMay('emails:write')
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return <Form saved={data.value} mode={mode} isReadOnly={!mayWrite} />
}
