import { call, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { READ, WRITE } from './about.ts'
import { Image } from './email.ts'

const ByKey = z.object({ key: z.string().regex(/^[\w-]{10,80}\.\w{3,4}$/) })

/** Calls about uploaded images. */
export const imageCalls = {
  listImages: call({
    method: 'GET',
    path: '/v1/images',
    auth: 'member',
    scopes: READ,
    query: z.object({ ...Paging, search: z.string().max(200).optional() }),
    returns: z.object({ images: z.array(Image) }),
    summary: 'List uploaded images',
    fail: "We couldn't load your images.",
    addition: true,
  }),
  signImageUpload: call({
    method: 'POST',
    path: '/v1/images/sign',
    auth: 'member',
    scopes: WRITE,
    body: z.strictObject({ name: z.string().trim().min(1).max(255) }),
    returns: z.object({ url: z.string() }),
    summary: 'Get an address to PUT an image to',
    fail: "We couldn't upload your image.",
    addition: true,
  }),
  renameImage: call({
    method: 'PATCH',
    path: '/v1/images/{key}',
    auth: 'member',
    scopes: WRITE,
    params: ByKey,
    body: z.strictObject({ name: z.string().trim().min(1).max(255) }),
    returns: z.object({ image: Image }),
    summary: 'Give an image another name',
    fail: "We couldn't rename your image.",
    addition: true,
  }),
  deleteImage: call({
    method: 'DELETE',
    path: '/v1/images/{key}',
    auth: 'member',
    scopes: WRITE,
    params: ByKey,
    /** `force` removes it even while something in use shows it. */
    query: z.object({ force: z.enum(['true', 'false']).optional() }),
    status: 204,
    summary: 'Remove an image from the library; mails that show it keep it',
    fail: "We couldn't remove your image.",
    addition: true,
  }),
} as const
