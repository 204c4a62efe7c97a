import { malformed, notFound } from '@millrace/kit/server'
import type { FastifyInstance } from 'fastify'
import { IMAGE_KEY } from './imageFiles.ts'
import { type Images, keepImage, MOST_IMAGE_BYTES } from './images.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** The addresses to which images are put and under which mails show them. */
export const imageRoutes =
  (images: Images) =>
  (server: FastifyInstance): void => {
    server.addContentTypeParser(
      /^(?:image\/|application\/(?:octet-stream|zip|x-zip-compressed))/,
      { parseAs: 'buffer', bodyLimit: MOST_IMAGE_BYTES },
      (_request, body, done) => done(null, body),
    )
    server.put<{ Querystring: { signature?: string } }>(
      '/v1/images/upload',
      { bodyLimit: MOST_IMAGE_BYTES },
      async (request) => {
        if (!Buffer.isBuffer(request.body)) throw malformed('Send the bytes of an image.')
        return { image: await keepImage(images, request.query.signature ?? '', request.body) }
      },
    )
    server.get<{ Params: { key: string } }>('/images/:key', async (request, reply) => {
      const etag = `"${request.params.key}"`
      // What lies under a key never changes: whoever has it has the whole of it.
      if (request.headers['if-none-match']?.split(/,\s*/).includes(etag) && IMAGE_KEY.test(request.params.key))
        return reply.code(304).headers({ etag, 'cache-control': FOREVER }).send()
      const image = await images.files.open(request.params.key)
      if (!image) throw notFound('There is no image here.')
      return reply
        .headers({
          'content-type': image.contentType,
          'content-length': image.bytes,
          etag,
          'cache-control': FOREVER,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(image.stream)
    })
  }
