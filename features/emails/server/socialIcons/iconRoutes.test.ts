import { testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { openTestEmails } from '../../testing/openTestEmails.ts'

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  await testHouse()
  opened = await openTestEmails()
})
const get = (path: string) => opened.server.fastify.inject({ url: `/social/icons/${path}` })

test.each(['circle/facebook', 'circle-black/x', 'circle-white/email', 'rounded/youtube', 'squared/bluesky'])(
  'the icon %s is a PNG that any page may show',
  async (path) => {
    const reply = await get(`${path}.png`)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
    expect(reply.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect(reply.rawPayload.readUInt32BE(16)).toBe(96)
    expect((await get(`${path}.png`)).rawPayload).toEqual(reply.rawPayload)
  },
)

test('one that we have none of is asked for where old designs have it', async () => {
  const reply = await get('circle/yelp.png')
  expect([reply.statusCode, reply.headers.location]).toEqual([
    302,
    'https://cdn.tools.unlayer.com/social/icons/circle/yelp.png',
  ])
})

test.each(['circle/..%2f..%2fx.png', 'circle/facebook.svg', 'Circle/facebook.png'])(
  'nothing else is there: %s',
  async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  },
)
