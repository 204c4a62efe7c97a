import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { isOfText } from '../liquid/isOfText.ts'
import { cpuMs } from '../liquid/limitedLiquid.ts'
import { fillFor } from './compileTemplate.ts'
import type { Answer, Ask } from './fillBeside.ts'
import { joined, spliceOf } from './splice.ts'
import type { Filled, Template } from './template.ts'
import { templateOfWords, type Words } from './words.ts'

// Runs beside the thread that sends, with what processor time others leave; only Linux can say that of one thread.
if (process.platform === 'linux') setPriority(0, 5)

const { mark } = workerData as { mark: string }
const kept = new Map<number, Pick<Template, 'parts' | 'links'>>()

const templateOf = ({ id, texts, links }: Exclude<Ask, { words: Words }>) => {
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

const readied = (ask: Ask) => {
  if ('words' in ask) return templateOfWords(ask.words)
  if (ask.forget !== undefined) kept.delete(ask.forget)
  return templateOf(ask)
}

const filled = (ask: Ask, template: Pick<Template, 'parts' | 'links'>): Answer => {
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
  const { html, text, ...lines } = fillFor(template, ask.data, { ...ask.slots, ...(ask.hasLinks && { link }) })
  const ms = cpuMs() - before
  // Whoever sent words does not know their pieces.
  const told = (part: Filled) => ('words' in ask ? [joined(part)] : part.values)
  return { lines, html: told(html), text: told(text), found, ms }
}

const answer = (ask: Ask): Answer => {
  const before = cpuMs()
  try {
    const template = readied(ask)
    if (!template) return { error: 'The mail could not be made ready.', isOfText: false, ms: 0 }
    return filled(ask, template)
  } catch (error) {
    return { error: (error as Error).message, isOfText: isOfText(error), ms: cpuMs() - before }
  }
}

parentPort?.on('message', (ask: Ask) => parentPort?.postMessage(answer(ask)))
parentPort?.postMessage('ready')
