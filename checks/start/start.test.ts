import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'

/** Whole installations start here, several in a test, perhaps on a busy machine. */
vi.setConfig({ testTimeout: 600_000 })

let dataDir = ''

beforeEach(() => {
  dataDir = newDataDir()
})
afterEach(() => removeDataDir(dataDir))

const start = async (options: Partial<Parameters<typeof startInstance>[0]> = {}) => {
  const instance = await startInstance({ dataDir, ...options })
  onTestFinished(() => instance.kill())
  return instance
}

const stopping = async (instance: Instance) => {
  const from = performance.now()
  await instance.stop()
  return performance.now() - from
}

const isReady = async (address: string) => (await fetch(`${address}/readyz`)).status === 200

describe('an installation', () => {
  test('starts from nothing, stops when asked, and starts again with what it had', async () => {
    const first = await start({ isSeeded: true })
    expect(await isReady(first.address)).toBe(true)
    expect(first.output()).toContain('mara@northwind.example')
    const took = [await stopping(first)]
    await expect(fetch(first.address)).rejects.toThrow()
    const second = await start({ isSeeded: true })
    expect(await isReady(second.address)).toBe(true)
    expect(second.output()).not.toContain('mara@northwind.example')
    took.push(await stopping(second))
    // What runs installations gives them ten seconds; the machine may be busy once.
    expect(Math.min(...took)).toBeLessThan(10_000)
  })

  test('starts after it was killed, again and again', async () => {
    for (let round = 0; round < 3; round++) {
      const instance = await start()
      expect(await isReady(instance.address)).toBe(true)
      await instance.kill()
    }
  })

  test('runs as two processes on one folder', async () => {
    const api = await start({ role: 'api' })
    const worker = await start({ role: 'worker' })
    expect(await isReady(api.address)).toBe(true)
    await worker.stop()
    expect(await isReady(api.address)).toBe(true)
  })

  test('says that its port is taken', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    onTestFinished(async () => void squatter.close())
    const { port } = squatter.address() as { port: number }
    await expect(start({ port })).rejects.toThrow(`Port ${port} is taken`)
  })

  test('names every setting that cannot be used', async () => {
    await expect(start({ env: { SMTP_URL: 'mail', SECRET: 'short' } })).rejects.toThrow(
      /SMTP_URL[\s\S]*SECRET|SECRET[\s\S]*SMTP_URL/,
    )
  })
})
