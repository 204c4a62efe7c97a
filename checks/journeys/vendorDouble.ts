import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the double behaves: as it should; its script is not there; it never opens; it loses blocks that it does not know. */
export type Mood = 'well' | 'missing' | 'silent' | 'forgetful'

/*
 * What the script of Unlayer does as far as we use it: a frame of its own origin, told by messages. It needs its origin and
 * to know who embeds it, as the real one does. Before that it tries what a script of somebody else must not be able to do.
 */
const EMBED = (mood: Mood) => `;(() => {
  const base = new URL(document.currentScript.src).origin
  const tries = {}
  const attempt = (name, work) => { try { tries[name] = String(work()) } catch { tries[name] = 'refused' } }
  attempt('page', () => window.parent.document.title)
  attempt('cookie', () => document.cookie)
  const app = document.referrer ? new URL(document.referrer).origin : ''
  window.triedOut = Promise.all([
    fetch(app + '/v1/emails', { credentials: 'include' }).then(() => 'answered', () => 'refused'),
    fetch('/v1/emails', { credentials: 'include' }).then(() => 'answered', () => 'refused'),
  ]).then(([call, own]) => ({ ...tries, call, own }))
  window.unlayer = {
    createEditor(options) {
      const frame = document.createElement('iframe')
      frame.src = base + '/editor.html'
      frame.style.cssText = 'flex: 1; border: 0'
      document.getElementById(options.id).append(frame)
      const heard = {}
      const callbacks = {}
      const asked = []
      const post = (kind, more) => frame.contentWindow.postMessage({ kind, ...more }, base)
      window.addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow) return
        if (data.kind === 'begun') {
          post('begin', { options })
          if (${JSON.stringify(mood)} !== 'silent') for (const on of heard['editor:ready'] ?? []) on()
        } else if (data.kind === 'event') for (const on of heard[data.name] ?? []) on({ design: data.design })
        else if (data.kind === 'saved') asked.shift()?.(data.design)
        else if (data.kind === 'image')
          callbacks.image({ attachments: [data.file] }, ({ url }) => post('uploaded', { url }))
      })
      return {
        addEventListener: (name, on) => { (heard[name] ??= []).push(on) },
        registerCallback: (name, on) => { callbacks[name] = on },
        setMergeTags: (mergeTags) => post('tags', { mergeTags }),
        loadDesign: (design) => post('load', { design }),
        saveDesign: (done) => { asked.push(done); post('save') },
      }
    },
  }
})()`

const EDITOR = (mood: Mood) => `<!doctype html><html lang="en"><title>The double</title>
<style>
  body { font: 14px/1.5 system-ui; margin: 0; padding: 20px; background: #f4f4f7; color: #222 }
  ol { list-style: none; margin: 16px auto; padding: 24px; max-width: 600px; background: #fff }
  li { margin: 8px 0 } textarea { width: 100%; font: inherit }
</style>
<p id="who"></p>
<button id="add">Add words</button> <button id="first">Take the first block out</button>
<label>Image <input id="image" type="file"></label>
<label>Merge tag <select id="tags"></select></label>
<ol id="blocks" aria-label="Blocks"></ol>
<script>
  if (self.origin === 'null') throw new Error('It has lost its origin, and with it what it stores.')
  document.getElementById('who').textContent = 'Embedded by ' + new URL(document.referrer).hostname
  const list = document.getElementById('blocks')
  let design
  const post = (kind, more) => parent.postMessage({ kind, ...more }, '*')
  const changed = () => post('event', { name: 'design:updated' })
  const columns = () => design.body.rows.flatMap((row) => row.columns)
  const draw = () => {
    list.replaceChildren(...columns().flatMap((column) => column.contents).map((block) => {
      const item = document.createElement('li')
      if (block.type !== 'text') return Object.assign(item, { textContent: 'A block of type ' + block.type })
      const field = Object.assign(document.createElement('textarea'), { value: block.values.text })
      field.setAttribute('aria-label', 'Words')
      field.addEventListener('input', () => { block.values.text = field.value; changed() })
      item.append(field)
      return item
    }))
  }
  const put = (type, values) => {
    const block = { id: crypto.randomUUID(), type, values }
    if (columns().length) columns().at(-1).contents.push(block)
    else design.body.rows.push({ id: 'r', cells: [1], values: {}, columns: [{ id: 'c', contents: [block], values: {} }] })
    draw()
    changed()
  }
  const ACTS = {
    begin: ({ options }) => { ACTS.tags(options); document.body.dataset.theme = options.appearance.theme; document.body.dataset.project = options.projectId },
    tags: ({ mergeTags }) => document.getElementById('tags').replaceChildren(...Object.values(mergeTags ?? {})
      .flatMap((group) => Object.values(group.mergeTags)).map(({ name, value }) => new Option(name, value))),
    // What it does not know of a design and of its blocks is gone once it is loaded.
    load: ({ design: given }) => {
      design = { counters: given.counters ?? {}, schemaVersion: 21, body: structuredClone(given.body) }
      for (const column of columns()) {
        column.contents = column.contents
          .filter(({ type }) => ${JSON.stringify(mood)} !== 'forgetful' || type === 'text')
          .map(({ id, type, values, slug }) => ({ id, type, values, ...(slug && { slug }) }))
      }
      draw()
      post('event', { name: 'design:loaded', design })
      changed()
    },
    save: () => post('saved', { design: structuredClone(design) }),
    uploaded: ({ url }) => put('image', { src: { url, width: 10, height: 10 } }),
  }
  addEventListener('message', ({ data }) => ACTS[data.kind]?.(data))
  document.getElementById('add').onclick = () => put('text', { text: '<p>Written elsewhere</p>' })
  document.getElementById('first').onclick = () => { columns()[0].contents.shift(); draw(); changed() }
  document.getElementById('image').onchange = ({ target }) => post('image', { file: target.files[0] })
  document.getElementById('tags').onchange = ({ target }) => put('text', { text: '<p>' + target.value + '</p>' })
  post('begun')
</script></html>`

/** Serves a double of Unlayer's editor on a port of its own; `asked` holds the paths that it was asked for. */
export const openVendorDouble = async () => {
  const asked: string[] = []
  let mood: Mood = 'well'
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const page = url === '/editor.html' && EDITOR(mood)
    const script = url === '/embed.js' && mood !== 'missing' && EMBED(mood)
    response.writeHead(page || script ? 200 : 404, { 'content-type': page ? 'text/html' : 'text/javascript' })
    response.end(page || script || '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** Another host than that of the installation, as the real one is. */
    script: `http://unlayer.localhost:${port}/embed.js`,
    asked,
    becomes: (next: Mood) => {
      mood = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
