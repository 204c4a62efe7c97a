import { told } from '@millrace/kit/web'
import type { Connection } from '@xyflow/react'
import { exitsOf } from '../../contract/index.ts'
import type { Ask } from '../screens/questions.ts'
import { align, type Side } from './align.ts'
import { add, change, type FlowDocument, type LinkPart, mayLink, newKey, remove } from './document.ts'
import type { CanvasStore } from './store.ts'
import { asStep, type StepFigures } from './toNodes.ts'

/** What editing a canvas needs to know and to ask. */
export type EditOptions = {
  store: CanvasStore
  ask: Ask
  isOn(): boolean
  figures(key: string): StepFigures
  titleOf(key: string): string
}

/** What members do to links and steps wherever they do it: on the canvas, by keyboard, in a list. */
export type CanvasEdits = {
  /** Links two steps; asks for the exit where there are several, and about people who are past the source. */
  connect(connection: Pick<Connection, 'source' | 'target' | 'sourceHandle'>): Promise<void>
  changeExit(linkKey: string): Promise<void>
  /** Sends those who are past a link's source along it. */
  sendPast(linkKey: string): Promise<void>
  removeKeys(keys: ReadonlySet<string>): Promise<boolean>
  align(keys: ReadonlySet<string>, side: Side): void
}

const exitOptions = (document: FlowDocument, source: string) => {
  const step = document.steps[source]
  const taken = Object.values(document.links).flatMap((link) =>
    link.source === source && link.condition ? [link.condition] : [],
  )
  return { exits: step ? exitsOf(asStep(step)) : [], taken }
}

/** Where those would go on who stand at a step that is deleted. */
const nextOf = ({ links }: FlowDocument, key: string, gone: ReadonlySet<string>): string | undefined => {
  const seen = new Set<string>()
  for (let at: string | undefined = key; at !== undefined && !seen.has(at); ) {
    seen.add(at)
    const here: string = at
    const targets = new Set(Object.values(links).flatMap(({ source, target }) => (source === here ? [target] : [])))
    const [only] = targets
    if (targets.size !== 1 || only === undefined || only === key) return undefined
    if (!gone.has(only)) return only
    at = only
  }
  return undefined
}

const connect = async (
  { store, ask, isOn, figures }: EditOptions,
  { source, target, sourceHandle }: Pick<Connection, 'source' | 'target' | 'sourceHandle'>,
) => {
  const { exits, taken } = exitOptions(store.state().document, source)
  let condition =
    sourceHandle && exits.includes(sourceHandle) ? sourceHandle : exits.length === 1 ? exits[0] : undefined
  if (exits.length > 1 && !condition) {
    condition = await ask({ kind: 'exit', exits, taken })
    if (condition === undefined) return
  }
  if (!mayLink(store.state().document, source, target, condition)) {
    told.info('These two steps cannot be linked.')
    return
  }
  const { entered, queued } = figures(source)
  const past = Math.max(0, entered - queued)
  const retrigger = past > 0 ? await ask({ kind: 'retrigger', people: past, isOn: isOn() }) : false
  if (retrigger === undefined) return
  const link = { key: newKey(), source, target, ...(condition && { condition }), ...(retrigger && { retrigger }) }
  await store.commit(add({ links: [link] }))
}

const relinked = (link: LinkPart, changes: Partial<LinkPart>) => ({
  links: { [link.key]: { before: link, after: { ...link, ...changes } } },
})

const removeKeys = async ({ store, ask, figures, titleOf }: EditOptions, keys: ReadonlySet<string>) => {
  const { document } = store.state()
  const steps = [...keys].filter((key) => document.steps[key])
  const standing = steps.filter((key) => figures(key).queued > 0)
  const diff = remove(document, keys, true)
  if (!standing.length) return store.commit(diff)
  const nexts = standing.map((key) => nextOf(document, key, keys))
  const [first] = nexts
  const next = nexts.some((one) => one === undefined)
    ? undefined
    : nexts.every((one) => one === first)
      ? titleOf(first as string)
      : 'the steps after them'
  const people = standing.reduce((sum, key) => sum + figures(key).queued, 0)
  const choice = await ask({ kind: 'remove', people, steps: steps.length, next })
  return choice === undefined ? false : store.commit(diff, { people: choice })
}

/** The edits of one canvas. */
export const canvasEdits = (options: EditOptions): CanvasEdits => {
  const { store, ask, isOn, figures } = options
  const linkOf = (key: string) => store.state().document.links[key]
  return {
    connect: (connection) => connect(options, connection),
    changeExit: async (key) => {
      const link = linkOf(key)
      if (!link) return
      const { exits, taken } = exitOptions(store.state().document, link.source)
      const chosen = await ask({ kind: 'exit', exits, taken, now: link.condition })
      if (chosen === undefined || chosen === link.condition) return
      if (!mayLink(store.state().document, link.source, link.target, chosen))
        told.info('These two steps are linked that way already.')
      else await store.commit(relinked(link, { condition: chosen }))
    },
    sendPast: async (key) => {
      const link = linkOf(key)
      if (!link) return
      const { entered, queued } = figures(link.source)
      const people = Math.max(0, entered - queued)
      if (!people) {
        told.info('Nobody is past this step yet.')
        return
      }
      if (await ask({ kind: 'retrigger', people, isOn: isOn() }))
        await store.commit(relinked(link, { retrigger: true }))
    },
    removeKeys: (keys) => removeKeys(options, keys),
    align: (keys, side) =>
      void store.commit(change(store.state().document, 'steps', align(store.state().document, keys, side))),
  }
}
