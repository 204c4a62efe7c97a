import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type OutgoingError, openOutgoing } from './outgoing.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return (server.address() as AddressInfo).port
}

const site = async (answer: Answer) => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => answer(request, response, body))
  })
  onTestFinished(() => server.closeAllConnections())
  return listening(server)
}

const local = openOutgoing({ allow: '127.0.0.1' })
const get = (url: string) => ({ method: 'GET', url })
const faultOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'none',
    (error: OutgoingError) => error.fault,
  )

test('sends method, headers and body, and answers what came back', async () => {
  const port = await site((request, response, body) => {
    response.writeHead(201, { 'x-seen': `${request.method} ${request.url} ${request.headers['x-a']} ${body}` })
    response.end('{"ok":true}')
  })
  const answer = await local.send({
    method: 'PUT',
    url: `http://127.0.0.1:${port}/a?b=1`,
    headers: { 'x-a': '1' },
    body: 'grüße',
  })
  expect(answer).toMatchObject({ status: 201, body: '{"ok":true}', isCut: false })
  expect(answer.headers['x-seen']).toBe('PUT /a?b=1 1 grüße')
})

test.each([
  ['http://127.0.0.1/'],
  ['http://127.1/'],
  ['http://2130706433/'],
  ['http://0x7f.0.0.1/'],
  ['http://017700000001/'],
  ['http://0/'],
  ['http://[::1]/'],
  ['http://[::ffff:127.0.0.1]/'],
  ['http://[::ffff:a9fe:a9fe]/'],
  ['http://[64:ff9b::7f00:1]/'],
  ['http://169.254.169.254/latest/meta-data/'],
  ['http://192.168.0.1/'],
  ['http://①②⑦.0.0.1/'],
  ['http://localhost/'],
  ['http://example.com:25/'],
  ['http://example.com:6379/'],
])('%s is not reached', async (url) => {
  expect(await faultOf(openOutgoing().send(get(url)))).toBe('forbidden')
})

test.each([['ftp://x.example/'], ['file:///etc/passwd'], ['x.example'], ['http://'], ['http://me:word@x.example/']])(
  '%s is no address',
  async (url) => {
    expect(await faultOf(openOutgoing().send(get(url)))).toBe('address')
  },
)

test('a host with one closed address among open ones is not reached', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  expect(await faultOf(openOutgoing({ resolve }).send(get('http://x.example/')))).toBe('forbidden')
})

test('a host is found once: what was checked is what is connected to', async () => {
  let asked = 0
  const port = await site((_request, response) => response.end('here'))
  // The second answer would lead elsewhere; nobody asks for it.
  const resolve = async () => [{ address: asked++ ? '127.0.0.99' : '127.0.0.1', family: 4 }]
  const answer = await openOutgoing({ allow: '127.0.0.1', resolve }).send(get(`http://rebinding.example:${port}/`))
  expect([answer.body, asked]).toEqual(['here', 1])
})

test('a host name that is allowed is reached wherever it is', async () => {
  const port = await site((_request, response) => response.end('here'))
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const outgoing = openOutgoing({ allow: 'crm.internal', resolve })
  expect((await outgoing.send(get(`http://crm.internal:${port}/`))).body).toBe('here')
  expect(await faultOf(outgoing.send(get(`http://other.internal:${port}/`)))).toBe('forbidden')
})

test('follows three redirects, and not a fourth', async () => {
  const port = await site((request, response) => {
    const left = Number(request.url!.slice(1))
    if (!left) return response.end('there')
    response.writeHead(302, { location: `/${left - 1}` }).end()
  })
  expect((await local.send(get(`http://127.0.0.1:${port}/3`))).body).toBe('there')
  expect(await faultOf(local.send(get(`http://127.0.0.1:${port}/4`)))).toBe('redirects')
})

test.each(['http://169.254.169.254/', 'http://127.0.0.2/', '//[::1]/'])(
  'a redirect to %s is not followed',
  async (location) => {
    const port = await site((_request, response) => response.writeHead(307, { location }).end())
    expect(await faultOf(local.send(get(`http://127.0.0.1:${port}/`)))).toBe('forbidden')
  },
)

test('a redirect to another scheme is not followed', async () => {
  const port = await site((_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
  expect(await faultOf(local.send(get(`http://127.0.0.1:${port}/`)))).toBe('address')
})

test('a redirect elsewhere gets no secrets; 303 turns into GET, 307 keeps the body', async () => {
  const seen: string[] = []
  const other = await site((request, response, body) => {
    seen.push(`${request.method} ${request.headers.authorization} ${request.headers['idempotency-key']} ${body}`)
    response.end()
  })
  for (const status of [303, 307]) {
    const port = await site((_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${other}/` }).end(),
    )
    const headers = { authorization: 'Bearer secret', 'idempotency-key': 'k', 'content-type': 'text/plain' }
    await local.send({ method: 'POST', url: `http://127.0.0.1:${port}/`, headers, body: 'b' })
  }
  expect(seen).toEqual(['GET undefined k ', 'POST undefined k b'])
})

test('an answer is read no further than it may be', async () => {
  const port = await site((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(10_000)));
    }
    response.on('drain', more)
    more()
  })
  const answer = await local.send({ ...get(`http://127.0.0.1:${port}/`), maxBytes: 25_000 })
  expect([answer.body.length, answer.isCut]).toEqual([25_000, true])
})

test.each<[string, Answer]>([
  ['says nothing', () => {}],
  ['sends headers and no end', (_request, response) => void response.write('a')],
])('a receiver that %s is given up in time', async (_what, answer) => {
  const port = await site(answer)
  const from = performance.now()
  expect(await faultOf(local.send({ ...get(`http://127.0.0.1:${port}/`), timeoutMs: 80 }))).toBe('timeout')
  // It would last for ever.
  expect(performance.now() - from).toBeLessThan(15_000)
})

test('a name server that hangs is given up in time', async () => {
  const outgoing = openOutgoing({ resolve: () => new Promise(() => {}) })
  expect(await faultOf(outgoing.send({ ...get('http://x.example/'), timeoutMs: 50 }))).toBe('timeout')
})

test('broken lines and unknown hosts are told apart', async () => {
  const port = await listening(createTcp((socket) => void socket.destroy()))
  expect(await faultOf(local.send(get(`http://127.0.0.1:${port}/`)))).toBe('no-connection')
  const resolve = async () => Promise.reject(new Error('ENOTFOUND'))
  expect(await faultOf(openOutgoing({ resolve }).send(get('http://x.example/')))).toBe('unknown-host')
})

test('tells before the last byte leaves, and can be held back there', async () => {
  const bodies: string[] = []
  const port = await site((_request, response, body) => {
    bodies.push(body)
    response.end('ok')
  })
  const put = { method: 'POST', url: `http://127.0.0.1:${port}/`, body: 'grüße' }
  let told = 0
  await local.send({ ...put, beforeEnd: () => void told++ })
  expect([bodies, told]).toEqual([['grüße'], 1])
  await expect(local.send({ ...put, beforeEnd: () => false })).rejects.toMatchObject({ isWritten: false })
  expect(bodies).toHaveLength(1)
})

test('knows whether a request without an answer may have been received', async () => {
  const port = await site((request) => void request.socket.destroy())
  const put = { method: 'POST', url: `http://127.0.0.1:${port}/`, body: 'b', beforeEnd: () => {} }
  await expect(local.send(put)).rejects.toMatchObject({ fault: 'no-connection', isWritten: true })
  const closed = await listening(createTcp((socket) => void socket.destroy()))
  await expect(
    local.send({ ...put, url: `http://127.0.0.1:${closed}/`, body: 'b'.repeat(4_000_000) }),
  ).rejects.toMatchObject({
    isWritten: false,
  })
})

test('a redirect is the answer where none shall be followed', async () => {
  const port = await site((_request, response) => response.writeHead(307, { location: '/elsewhere' }).end())
  const answer = await local.send({ ...get(`http://127.0.0.1:${port}/`), mostRedirects: 0 })
  expect([answer.status, answer.headers.location]).toEqual([307, '/elsewhere'])
})

test('keeps connections where it is told to', async () => {
  const ports = new Set<number | undefined>()
  const port = await site((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('ok')
  })
  const kept = openOutgoing({ allow: '127.0.0.1', connections: 2 })
  await Promise.all(Array.from({ length: 20 }, () => kept.send(get(`http://127.0.0.1:${port}/`))))
  expect(ports.size).toBeLessThanOrEqual(2)
})

test.each([
  ['a\r\nhost: evil.example', 'b'],
  ['a', 'b\r\nx-more: 1'],
  ['a b', 'c'],
])('a header %j: %j cannot be sent', async (name, value) => {
  const port = await site((_request, response) => response.end())
  expect(await faultOf(local.send({ ...get(`http://127.0.0.1:${port}/`), headers: { [name]: value } }))).toBe('address')
})
