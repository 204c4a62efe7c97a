import { Badge, Button, SegmentedControl, TagsInput, Textarea, TextInput } from '@mantine/core'
import { askFirst, Banner, CopyButton, Link } from '@millrace/kit/web'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { type Snippet, snippetTag } from '../../contract/snippet.ts'
import e from '../editor/head.module.css'
import { MergeTagButton } from '../parts/MergeTags.tsx'
import { CodeField, type CodeHandle } from '../source/CodeField.tsx'
import { SnippetPreview } from './SnippetPreview.tsx'
import c from './snippets.module.css'
import { type SnippetDraft, useSnippetDraft } from './useSnippetDraft.ts'

const RichField = lazy(() => import('../richtext/RichField.tsx').then((module) => ({ default: module.RichField })))

type Set = (change: Partial<SnippetDraft>) => void

const isRich = ({ type, editor }: SnippetDraft) => type === 'HTML' && editor?.type !== 'preview'

const askForRich = (content: string) =>
  /<(?:table|div|style|!--)/i.test(content)
    ? askFirst({
        title: 'Write it as rich text?',
        children: 'Words, links, pictures, tables and buttons stay. Other markup is lost.',
        confirm: 'Write as rich text',
      })
    : true

const Content = ({ draft, set, bar }: { draft: SnippetDraft; set: Set; bar: ReactNode }) => {
  const code = useRef<CodeHandle>(null)
  if (isRich(draft)) {
    return (
      <div className={c.write}>
        <div className={c.bar}>{bar}</div>
        <Suspense fallback={null}>
          <RichField label="Content" html={draft.content} onHtml={(content) => set({ content })} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className={c.write} data-code>
      <div className={c.bar}>
        {bar}
        <MergeTagButton onPick={(liquid) => code.current?.insert(liquid)} />
      </div>
      <CodeField label="Content" value={draft.content} onChange={(content) => set({ content })} handle={code} />
    </div>
  )
}

const ModeSwitch = ({ draft, set }: { draft: SnippetDraft; set: Set }) => (
  <SegmentedControl
    aria-label="Write as"
    size="xs"
    value={isRich(draft) ? 'rich' : 'html'}
    data={[
      { value: 'rich', label: 'Rich text' },
      { value: 'html', label: 'HTML' },
    ]}
    onChange={async (mode) => {
      if (mode === 'html') set({ editor: { type: 'preview', state: null } })
      else if (await askForRich(draft.content)) set({ editor: null })
    }}
  />
)

const About = ({ snippet, draft, set }: { snippet: Snippet; draft: SnippetDraft; set: Set }) => (
  <aside className={c.about} aria-label="Settings">
    <div>
      <div className={c.label}>Merge tag</div>
      <div className={c.tag}>
        <code>{snippetTag(snippet.key)}</code>
        <CopyButton text={snippetTag(snippet.key)} label="Copy merge tag" />
      </div>
    </div>
    <Textarea
      label="Description"
      autosize
      minRows={2}
      maxLength={2000}
      value={draft.description}
      onChange={(event) => set({ description: event.currentTarget.value })}
    />
    <TagsInput label="Tags" value={draft.tags} onChange={(tags) => set({ tags })} maxTags={50} splitChars={[',']} />
    <div>
      <div className={c.label}>Used in</div>
      {snippet.usedIn.length ? (
        <ul className={c.uses}>
          {snippet.usedIn.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/emails/${id}`}>{name}</Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className={c.none}>No email shows it yet. Put its merge tag where it belongs.</p>
      )}
    </div>
    <SnippetPreview type={draft.type} content={draft.content} />
  </aside>
)

/** A snippet with everything around it. */
export const SnippetForm = ({ snippet, mayWrite }: { snippet: Snippet; mayWrite: boolean }) => {
  const { draft, set, isChanged, isSaving, liquidError, save } = useSnippetDraft(snippet)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
      event.preventDefault()
      if (mayWrite) save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [save, mayWrite])
  return (
    <div className={c.wrap}>
      <header className={e.head}>
        <Link to="/emails?view=Snippet" className={e.crumb}>
          Snippets
        </Link>
        <span className={e.slash} aria-hidden>
          /
        </span>
        <h1 className="visually-hidden">{snippet.name}</h1>
        <TextInput
          aria-label="Name of the snippet"
          classNames={{ input: e.name ?? '' }}
          value={draft.name}
          maxLength={255}
          readOnly={!mayWrite}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Badge color="gray">{draft.type === 'HTML' ? 'HTML' : 'Text'}</Badge>
        {snippet.archived && <Badge color="gray">Archived</Badge>}
        <output className={e.mark}>{isChanged ? 'Changes not saved yet' : 'All changes saved'}</output>
        <span className={e.room} />
        {mayWrite && (
          <Button onClick={save} loading={isSaving} disabled={!isChanged || !draft.name.trim()}>
            Save
          </Button>
        )}
      </header>
      <div>{liquidError && <Banner tone="bad">{liquidError}</Banner>}</div>
      <fieldset className={c.body} disabled={!mayWrite}>
        <Content
          draft={draft}
          set={set}
          bar={draft.type === 'HTML' ? <ModeSwitch draft={draft} set={set} /> : <span>Plain words and Liquid</span>}
        />
        <About snippet={snippet} draft={draft} set={set} />
      </fieldset>
    </div>
  )
}
