import { randomInt } from 'node:crypto'
import type { Instance } from '../instance/instance.ts'
import type { Scene } from './scene.ts'

/** The workers, each on a machine with its own wrong clock. */
export class Workers {
  kills = 0
  private readonly running: (Instance | undefined)[] = []
  private readonly scene: Scene
  private readonly aheadMs: readonly number[]

  constructor(scene: Scene, aheadMs: readonly number[]) {
    this.scene = scene
    this.aheadMs = aheadMs
  }

  async start(): Promise<void> {
    const all = await Promise.all(this.aheadMs.map((aheadMs) => this.scene.startWorker(aheadMs)))
    this.running.splice(0, this.running.length, ...all)
  }

  async killOne(): Promise<void> {
    const which = randomInt(this.aheadMs.length)
    await this.running[which]?.kill()
    this.kills++
    this.running[which] = await this.scene.startWorker(this.aheadMs[which])
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((worker) => worker?.stop()))
  }
}

/** Blows in an order of chance. */
export const shuffled = <T>(all: readonly T[]): T[] => {
  const left = [...all]
  return Array.from({ length: left.length }, () => left.splice(randomInt(left.length), 1)[0] as T)
}
