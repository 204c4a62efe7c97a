import { flowsContract } from '@millrace/flows/contract'
import type { Drawn, Story } from './story.ts'

/** An edit that was made while people passed. */
export type Edit = { what: string; ms: number; refused?: string }

type Changes = Record<string, unknown>

const after = (ms: number) => ({ kind: 'duration', value: Math.round(ms / 1000), unit: 'seconds' })

/**
 * Edits a running flow again and again: a step comes between `came` and `plan` and its people are waiting there when it is
 * changed and goes again; the way of those who are not "pro" is led past `free` and back.
 */
export class Editing {
  readonly edits: Edit[] = []
  private readonly story: Story
  private readonly drawn: Drawn
  private pause = 0
  private turn = 0

  constructor(story: Story, drawn: Drawn) {
    this.story = story
    this.drawn = drawn
  }

  /** The next edit. */
  async next(): Promise<void> {
    const deeds = [this.putBetween, this.change, this.leadPast, this.takeAway, this.leadBack]
    await deeds[this.turn++ % deeds.length]?.call(this)
  }

  /** Leaves the flow as it was drawn. */
  async end(): Promise<void> {
    while (this.turn % 5) await this.next()
  }

  private async gesture(what: string, changes: Changes): Promise<Record<string, number>> {
    const from = performance.now()
    try {
      const input = { params: { id: this.drawn.flowId }, body: changes }
      const { ids } = await this.story.owner(flowsContract.changeFlow, input as never)
      this.edits.push({ what, ms: performance.now() - from })
      return ids
    } catch (error) {
      this.edits.push({ what, ms: performance.now() - from, refused: String((error as Error).message) })
      throw error
    }
  }

  private async link(source: number, condition?: string): Promise<number> {
    const { integration } = await this.story.owner(flowsContract.getFlow, {
      params: { id: this.drawn.flowId },
      query: {},
    })
    const found = integration.links.find(
      (link) => link.source === source && (link.data.condition ?? undefined) === condition,
    )
    if (!found) throw new Error(`no link leads out of the step ${source}`)
    return found.id
  }

  private async putBetween() {
    const { came = 0, plan = 0 } = this.drawn.ids
    const known = this.pause ? { id: this.pause } : {}
    const step = { key: 'pause', ...known, operationKey: '/delay-v2', values: after(1_000), x: 0, y: 0 }
    const ids = await this.gesture('a step is added', {
      steps: { add: [step] },
      links: {
        remove: [await this.link(came)],
        add: [
          { key: 'in', source: came, target: 'pause' },
          { key: 'out', source: 'pause', target: plan },
        ],
      },
    })
    this.pause = ids.pause ?? this.pause
  }

  private async change() {
    const step = { id: this.pause, values: after(4_000), recomputeDelay: true }
    await this.gesture('a wait is changed', { steps: { change: [step] } })
  }

  private async leadPast() {
    const { plan = 0, wait = 0 } = this.drawn.ids
    const add = [{ key: 'past', source: plan, target: wait, condition: 'no' }]
    await this.gesture('a link is moved', { links: { remove: [await this.link(plan, 'no')], add } })
  }

  private async takeAway() {
    const { came = 0, plan = 0 } = this.drawn.ids
    const add = [{ key: 'straight', source: came, target: plan }]
    const remove = [{ id: this.pause, people: 'next' }]
    await this.gesture('a step is removed', { steps: { remove }, links: { remove: [await this.link(came)], add } })
  }

  private async leadBack() {
    const { plan = 0, free = 0 } = this.drawn.ids
    const add = [{ key: 'back', source: plan, target: free, condition: 'no' }]
    await this.gesture('a link is moved back', { links: { remove: [await this.link(plan, 'no')], add } })
  }
}
