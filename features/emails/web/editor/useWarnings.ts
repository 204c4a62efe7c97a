import { send } from '@millrace/kit/web'
import { useEffect, useState } from 'react'
import type { EmailWarning } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import type { EditorStore } from './editorStore.ts'

/** So long after the last change the mail is looked over. */
const PAUSE_MS = 900

/** What a writer should look at, and how large the mail is. */
export type Checked = { warnings: EmailWarning[]; bytes: number; links: string[] }

const linksOf = (html: string) => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const found = [...page.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
  return [...new Set(found.filter((href) => /^https?:\/\//i.test(href)))]
}

/** Looks the mail over whenever it rests. */
export const useWarnings = (store: EditorStore, emailId: number, isTransactional: boolean): Checked | undefined => {
  const [checked, setChecked] = useState<Checked>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = new AbortController()
    const look = async () => {
      asked.abort()
      asked = new AbortController()
      const email = { id: emailId, isTransactional, ...store.get().content }
      try {
        const { warnings, bytes, html } = await send(calls.previewEmail, { body: { email } }, { signal: asked.signal })
        setChecked({ warnings, bytes, links: linksOf(html) })
      } catch (error) {
        // Looking over is a help: where it fails, writing and saving go on.
        if (!asked.signal.aborted) console.error(error)
      }
    }
    let seen = store.get().revision
    const stop = store.subscribe(() => {
      if (store.get().revision === seen) return
      seen = store.get().revision
      clearTimeout(timer)
      timer = setTimeout(() => void look(), PAUSE_MS)
    })
    void look()
    return () => {
      stop()
      clearTimeout(timer)
      asked.abort()
    }
  }, [store, emailId, isTransactional])
  return checked
}
