import { Banner, lazyScreen, PageSkeleton, patchAnswers, useMutate } from '@millrace/kit/web'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isDesign } from '../../contract/design.ts'
import type { Email, EmailContent, Version } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import { withIds } from '../design/places.ts'
import { LookNote } from '../parts/LookNote.tsx'
import { CheckedContext } from './CheckedContext.ts'
import { ConflictBanner } from './ConflictBanner.tsx'
import { EditorContext, useEditorState } from './EditorContext.tsx'
import { EditorHead } from './EditorHead.tsx'
import c from './editor.module.css'
import { createEditorStore } from './editorStore.ts'
import { EDITORS, VendorEditor } from './editors.ts'
import { useEditorAddress } from './useEditorAddress.ts'
import { useEditorKeys } from './useEditorKeys.ts'
import { useSaving } from './useSaving.ts'
import { useStrayDrops } from './useStrayDrops.ts'
import { useVendorEditor } from './useVendorEditor.ts'
import { useWarnings } from './useWarnings.ts'

const PreviewPane = lazyScreen(() => import('./PreviewPane.tsx'))
const SendTest = lazyScreen(() => import('./SendTest.tsx'))
const Versions = lazyScreen(() => import('./Versions.tsx'))

/** So long after the editor opened what it may show next is fetched. */
const LOADED_AFTER_MS = 1_500

const useLoadingAhead = () => {
  useEffect(() => {
    const loadAll = () => {
      for (const { load } of [PreviewPane, SendTest, Versions]) load().catch(() => undefined)
    }
    const timer = setTimeout(loadAll, LOADED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}

/** What an editor holds of a version. Parts of a design get ids, which the editor needs. */
const contentOf = (version: EmailContent): EmailContent => {
  const { subject, preheader, fromName, fromEmail, replyName, replyEmail, cc, bcc, type, editor } = version
  const state = editor.type === 'unlayer' && isDesign(editor.state) ? withIds(editor.state) : editor.state
  const lines = { subject, preheader, fromName, fromEmail, replyName, replyEmail, cc, bcc, type }
  // The server makes the HTML of everything but HTML itself; sending it back would only cost.
  const html = editor.type === 'preview' ? editor.html : undefined
  return {
    ...lines,
    editor: { type: editor.type, state: state as Record<string, unknown> | null, ...(html && { html }) },
  }
}

type Props = {
  email: Email
  latest: Version
  mayWrite: boolean
  /** Given where the editor lies over another page: how to leave it. */
  onClose?: () => void
}

const useAbout = (email: Email) => {
  const [about, setAbout] = useState({ name: email.name, isTransactional: email.isTransactional })
  const update = useMutate(calls.updateEmail, { invalidates: [calls.listEmails] })
  const set = (change: Partial<typeof about>) => {
    setAbout((old) => ({ ...old, ...change }))
    update.mutate({ params: { id: email.id }, body: change })
  }
  return { ...about, set }
}

const WithContent = ({ children }: { children: (content: EmailContent, revision: number) => ReactNode }) =>
  children(
    useEditorState((state) => state.content),
    useEditorState((state) => state.revision),
  )

/** One email in its editor, with everything around it. */
export const EmailEditor = ({ email, latest, mayWrite, onClose }: Props) => {
  const [address, setAddress] = useEditorAddress(onClose !== undefined)
  const [store] = useState(() => createEditorStore(contentOf(latest)))
  const root = useRef<HTMLDivElement>(null)
  const about = useAbout(email)
  useLoadingAhead()
  useStrayDrops()
  const onSaved = useCallback((saved: Email) => {
    patchAnswers(calls.getEmail, () => ({ email: saved }), { params: { id: saved.id } })
  }, [])
  const saving = useSaving(store, {
    emailId: email.id,
    hasDraft: latest.isDraft,
    mayWrite,
    onSaved,
    latestAt: latest.updatedAt,
  })
  const checked = useWarnings(store, email.id, about.isTransactional)
  const { save } = saving
  useEditorKeys(
    root,
    store,
    useCallback(() => void save(), [save]),
    onClose,
  )
  const type = latest.editor.type
  const Editor = type !== 'unlayer' || isDesign(latest.editor.state) ? EDITORS[type] : undefined
  const isReadOnly = !mayWrite || !Editor
  const mode = isReadOnly ? 'preview' : address.mode
  const isNarrow = address.width === 'mobile'
  const vendor = useVendorEditor(type === 'unlayer' && !isReadOnly)
  const isElsewhere = address.with === 'unlayer' && vendor.address !== undefined
  const onElsewhere = (isWanted: boolean) =>
    void store.gather().then(() => setAddress({ mode: 'edit', with: isWanted ? 'unlayer' : undefined }))
  const broken = useMemo(
    () =>
      checked?.warnings
        .filter(({ kind }) => kind === 'liquid')
        .map(({ message, line, column }) => `${message} Line ${line}, column ${column}.`),
    [checked],
  )
  const liquid =
    saving.liquidError ?? (broken?.length ? `Couldn't process Liquid tags: ${broken.join(' ')}` : undefined)
  return (
    <EditorContext value={store}>
      <div className={c.wrap} ref={root}>
        <EditorHead
          name={about.name}
          onName={(name) => about.set({ name })}
          isTransactional={about.isTransactional}
          onTransactional={(isTransactional) => about.set({ isTransactional })}
          saving={saving}
          checked={checked}
          mode={mode}
          onMode={(next) => void store.gather().then(() => setAddress({ mode: next }))}
          isNarrow={isNarrow}
          onNarrow={(next) => setAddress({ width: next ? 'mobile' : 'desktop' })}
          onVersions={() =>
            void store
              .gather()
              .then(saving.flush)
              .then(() => setAddress({ panel: 'versions' }))
          }
          onTest={() => setAddress({ panel: 'test' })}
          isReadOnly={isReadOnly}
          {...(vendor.address && { isElsewhere, onElsewhere })}
          {...(onClose && { overId: email.id })}
        />
        <div className={c.notes}>
          {saving.mark === 'conflict' && (
            <ConflictBanner
              emailId={email.id}
              onMine={saving.keepMine}
              onTheirs={(theirs) => {
                store.replace(contentOf(theirs))
                saving.goOnFrom(theirs.updatedAt, theirs.isDraft)
              }}
            />
          )}
          <LookNote email={email} />
          {liquid && <Banner tone="bad">{liquid}</Banner>}
          {!isReadOnly && (type === 'unlayer' || type === 'visual') && mode === 'edit' && !isElsewhere && (
            <div className={c.narrowNote}>
              Adding and moving blocks wants a wider screen. Words and settings can be changed here.
            </div>
          )}
        </div>
        {mode === 'preview' || !Editor ? (
          <div className={c.grid} data-mode="preview">
            <Suspense fallback={<PageSkeleton />}>
              <WithContent>
                {(content, revision) => (
                  <PreviewPane
                    emailId={email.id}
                    content={content}
                    revision={revision}
                    isTransactional={about.isTransactional}
                    isNarrow={isNarrow}
                  />
                )}
              </WithContent>
            </Suspense>
          </div>
        ) : (
          <CheckedContext value={checked}>
            <Suspense fallback={null}>
              {isElsewhere ? (
                <VendorEditor address={vendor.address ?? ''} onBack={() => setAddress({ with: undefined })} />
              ) : address.with && vendor.isAsking ? (
                <PageSkeleton />
              ) : (
                <Editor isNarrow={isNarrow} />
              )}
            </Suspense>
          </CheckedContext>
        )}
        <Suspense fallback={null}>
          {address.panel === 'versions' && (
            <Versions
              emailId={email.id}
              mayWrite={mayWrite}
              isUnkept={saving.mark === 'conflict' || saving.mark === 'failed'}
              onClose={() => setAddress({ panel: undefined })}
              onRestored={(restored) => {
                store.replace(contentOf(restored))
                saving.goOnFrom(restored.latestAt, false)
                setAddress({ panel: undefined })
              }}
            />
          )}
          {address.panel === 'test' && (
            <WithContent>
              {(content) => (
                <SendTest emailId={email.id} content={content} onClose={() => setAddress({ panel: undefined })} />
              )}
            </WithContent>
          )}
        </Suspense>
      </div>
    </EditorContext>
  )
}
