import { testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { openTestEmails } from '../../testing/openTestEmails.ts'
import { WEB_FONTS } from '../rendering/webFonts.ts'

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  await testHouse()
  opened = await openTestEmails()
})
const get = (url: string) => opened.server.fastify.inject({ url })

test.each(Object.values(WEB_FONTS).map(({ file }) => file))(
  'the letters of %s are served to any page',
  async (file) => {
    for (const script of ['latin', 'latin-ext']) {
      const reply = await get(`/fonts/${file}-${script}.woff2`)
      expect(reply.statusCode).toBe(200)
      expect(reply.rawPayload.subarray(0, 4).toString()).toBe('wOF2')
      expect(reply.headers).toMatchObject({ 'content-type': 'font/woff2', 'access-control-allow-origin': '*' })
    }
  },
)

test.each(['/fonts/comic-latin.woff2', '/fonts/..%2f..%2fpackage.json', '/fonts/roboto.woff2'])(
  'nothing else is: %s',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  },
)
