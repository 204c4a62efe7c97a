import { readFileSync } from 'node:fs'
import { type House, notFound } from '@millrace/kit/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '../liquid/escape.ts'
import { FRAME_PAGE, FRAME_SCRIPT, framePolicy, type VendorEditor, vendorEditorOf } from './vendorEditor.ts'

const pageOf = ({ script, projectId }: VendorEditor, publicUrl: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Unlayer's editor</title>
<style>html, body { height: 100%; margin: 0; overflow: hidden } #editor { display: flex; height: 100% }</style>
<div id="editor"></div>
<script src="${FRAME_SCRIPT}" data-app="${escapeHtml(new URL(publicUrl).origin)}" data-script="${escapeHtml(script)}"${
  projectId === undefined ? '' : ` data-project="${projectId}"`
}></script>
</html>
`

/** The page that shows Unlayer's editor, at the host of its own alone: at ours its script would have the members' sessions. */
export const frameRoutes =
  ({ settings, publicUrl }: House) =>
  (server: FastifyInstance): void => {
    const vendor = vendorEditorOf(settings)
    if (!vendor) return
    const { host } = new URL(vendor.frame)
    const script = readFileSync(new URL('./frame.js', import.meta.url), 'utf8')
    const page = pageOf(vendor, publicUrl)
    const policy = framePolicy(vendor, publicUrl)
    const mustBeAtFrame = (request: FastifyRequest) => {
      if (request.host !== host) throw notFound('There is nothing at this address.')
    }
    server.get(FRAME_PAGE, async (request, reply) => {
      mustBeAtFrame(request)
      return reply
        .removeHeader('x-frame-options')
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(page)
    })
    server.get(FRAME_SCRIPT, async (request, reply) => {
      mustBeAtFrame(request)
      return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script)
    })
  }
