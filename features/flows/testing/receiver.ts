import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the receiver heard. */
export type Heard = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** What the receiver does with a request. */
export type Behaviour = (heard: Heard, response: ServerResponse) => void

/** A receiver of webhooks that does as it is told. */
export const openWebhookReceiver = async (
  first: Behaviour = (_heard, response) => void response.end('{"ok":true}'),
) => {
  const heard: Heard[] = []
  let behaviour = first
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => {})
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(parts).toString() }
      heard.push(one)
      behaviour(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    heard,
    port,
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    behave: (next: Behaviour) => {
      behaviour = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
