import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { cpuMs } from '../liquid/limitedLiquid.ts'
import { fillFor } from './compileTemplate.ts'
import type { Answer, Ask } from './fillBeside.ts'
import { spliceOf } from './splice.ts'
import type { Template } from './template.ts'

// Runs beside the thread that sends, with what processor time others leave; only Linux can say that of one thread.
if (process.platform === 'linux') setPriority(0, 5)

const { mark } = workerData as { mark: string }
const kept = new Map<number, Pick<Template, 'parts' | 'links'>>()

const templateOf = ({ id, texts, links }: Ask) => {
  const known = kept.get(id)
  if (known || !texts) return known
  const parts = {
    subject: spliceOf(texts.subject, false),
    preheader: spliceOf(texts.preheader, false),
    fromName: spliceOf(texts.fromName, false),
    replyName: spliceOf(texts.replyName, false),
    html: spliceOf(texts.html, true),
    text: spliceOf(texts.text, false),
  }
  const template = { parts, links: links ?? [] }
  kept.set(id, template)
  return template
}

const answer = (ask: Ask): Answer => {
  if (ask.forget !== undefined) kept.delete(ask.forget)
  const template = templateOf(ask)
  if (!template) return { error: 'The mail could not be made ready.', ms: 0 }
  const found: [number, string][] = []
  const places = new Map<string, string>()
  // Links are signed by whoever asked; what stands here meanwhile is put right there.
  const link = (index: number, url: string) => {
    const key = `${index} ${url}`
    const place = places.get(key) ?? `https://${mark}.invalid/${found.push([index, url]) - 1}/-`
    places.set(key, place)
    return place
  }
  const before = cpuMs()
  try {
    const { html, text, ...lines } = fillFor(template, ask.data, { ...ask.slots, ...(ask.hasLinks && { link }) })
    return { lines, html: html.values, text: text.values, found, ms: cpuMs() - before }
  } catch (error) {
    return { error: (error as Error).message, ms: cpuMs() - before }
  }
}

parentPort?.on('message', (ask: Ask) => parentPort?.postMessage(answer(ask)))
parentPort?.postMessage('ready')
