import { type Design, isDesign } from '../../contract/design.ts'

/** What the frame tells. All of it was written by somebody else: shapes are checked, and nothing else is believed. */
export type Told =
  | { kind: 'loaded' | 'changed'; design: Design; turn: number }
  | { kind: 'asked'; id: number; design: Design; turn: number }
  | { kind: 'image'; id: number; file: File }
  | { kind: 'failed' }

/** The line to a frame that shows Unlayer's editor. */
export type Talk = {
  load(design: Design, turn: number): void
  ask(id: number): void
  tags(mergeTags: object): void
  image(id: number, url: string | undefined): void
  close(): void
}

type Raw = { kind?: unknown; id?: unknown; design?: unknown; turn?: unknown; file?: unknown }

const fileOf = (value: unknown): File | undefined => {
  if (value instanceof File) return value
  return value instanceof Blob ? new File([value], 'image', { type: value.type }) : undefined
}

/** What a message says, where it has the shape of one. */
export const readTold = (data: unknown): Told | undefined => {
  const { kind, id, design, turn, file } = (data ?? {}) as Raw
  if (kind === 'failed') return { kind }
  if (kind === 'image') {
    const image = fileOf(file)
    return typeof id === 'number' && image ? { kind, id, file: image } : undefined
  }
  if (typeof turn !== 'number' || !isDesign(design)) return undefined
  if (kind === 'loaded' || kind === 'changed') return { kind, design, turn }
  return kind === 'asked' && typeof id === 'number' ? { kind, id, design, turn } : undefined
}

type Options = {
  frame: HTMLIFrameElement
  /** Where the frame's page lies; what another page says is not heard. */
  origin: string
  /** What the editor is opened with, in Unlayer's words. */
  options: object
  onTold: (told: Told) => void
}

/** Waits for the frame to say that it is there, hands it one end of a channel, and from then on hears that alone. */
export const openTalk = ({ frame, origin, options, onTold }: Options): Talk => {
  const { port1: own, port2: theirs } = new MessageChannel()
  let isGiven = false
  own.onmessage = ({ data }) => {
    const told = readTold(data)
    if (told) onTold(told)
  }
  const onHere = (event: MessageEvent) => {
    if (isGiven || event.origin !== origin || event.source !== frame.contentWindow) return
    if ((event.data as { millrace?: unknown } | null)?.millrace !== 'frame') return
    isGiven = true
    frame.contentWindow?.postMessage({ millrace: 'open', options }, origin, [theirs])
  }
  window.addEventListener('message', onHere)
  return {
    load: (design, turn) => own.postMessage({ kind: 'load', design, turn }),
    ask: (id) => own.postMessage({ kind: 'ask', id }),
    tags: (mergeTags) => own.postMessage({ kind: 'tags', mergeTags }),
    image: (id, url) => own.postMessage({ kind: 'image', id, url }),
    close: () => {
      window.removeEventListener('message', onHere)
      own.close()
    },
  }
}
