import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * One process at a time starts and owns the database of a data folder. It holds a socket that vanishes with it, so
 * nothing stale can remain; others wait there until the database is ready and share it.
 */
export type Door = { ready(): void; close(): void }

const isLinux = process.platform === 'linux'

const addressOf = (folder: string) => {
  const name = `millrace-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  return isLinux ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

const listen = (address: string) =>
  new Promise<Server | undefined>((resolve, reject) => {
    const server = createServer()
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server))
  })

/** Waits at another's door: `ready` when its database runs, `left` when it went away. */
const wait = (address: string) =>
  new Promise<'ready' | 'left'>((resolve) => {
    const socket = connect(address)
    socket.once('data', () => {
      resolve('ready')
      socket.destroy()
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (!isLinux && error.code === 'ECONNREFUSED') rmSync(address, { force: true })
      resolve('left')
    })
    socket.once('close', () => resolve('left'))
  })

const hold = (server: Server): Door => {
  let isReady = false
  const waiting = new Set<import('node:net').Socket>()
  server.on('connection', (socket) => {
    socket.unref()
    socket.on('error', () => socket.destroy())
    if (isReady) socket.end('ready')
    else waiting.add(socket)
    socket.once('close', () => waiting.delete(socket))
  })
  return {
    ready: () => {
      isReady = true
      for (const socket of waiting) socket.end('ready')
    },
    close: () => {
      for (const socket of waiting) socket.destroy()
      server.close()
    },
  }
}

/** Opens the door of a folder, or answers undefined once another process has the database running. */
export const openDoor = async (folder: string): Promise<Door | undefined> => {
  const address = addressOf(folder)
  for (;;) {
    const server = await listen(address)
    if (server) return hold(server)
    if ((await wait(address)) === 'ready') return undefined
  }
}
