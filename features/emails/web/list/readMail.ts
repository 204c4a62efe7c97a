import { ApiError, send } from '@millrace/kit/web'
import { emailCalls as calls } from '../../contract/emailCalls.ts'

const MB = 1 << 20
const LARGEST_ZIP = 20 * MB
const LARGEST_HTML = 2 * MB

/** HTML made ready, and what became of its images; of an archive also which file it was. */
export type ReadMail = { html: string; images: number; missing: string[]; file?: string; otherFiles?: string[] }

/** HTML as it was pasted, or a file. */
export type MailSource = { html: string } | { file: File }

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || /zip/.test(type)

const tooLarge = (most: number) => new ApiError(413, 'Upload', `This file is too large. ${most / MB} MB is the most.`)

const putZip = async (file: File, withImages: boolean): Promise<ReadMail> => {
  const { url } = await send(calls.signZipImport, { body: { withImages } })
  const reply = await fetch(url, {
    method: 'PUT',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
    signal: AbortSignal.timeout(180_000),
  })
  const answer = (await reply.json().catch(() => null)) as (ReadMail & { error?: { message?: string } }) | null
  if (reply.ok && answer) return answer
  throw new ApiError(reply.status, 'Upload', answer?.error?.message ?? calls.signZipImport.fail)
}

/** Reads a mail from elsewhere: HTML, a page as a file, or a page packed with its images. */
export const readMail = async (source: MailSource, withImages: boolean): Promise<ReadMail> => {
  if ('file' in source && isZip(source.file)) {
    if (source.file.size > LARGEST_ZIP) throw tooLarge(LARGEST_ZIP)
    return putZip(source.file, withImages)
  }
  if ('file' in source && source.file.size > LARGEST_HTML) throw tooLarge(LARGEST_HTML)
  const html = 'file' in source ? await source.file.text() : source.html
  return send(calls.importHtml, { body: { html, withImages } }, { timeoutMs: 120_000 })
}
