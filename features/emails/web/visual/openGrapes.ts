import grapesjs, { type Editor } from 'grapesjs'
import 'grapesjs/dist/css/grapes.min.css'
import mjmlPlugin from 'grapesjs-mjml'
import type { Image } from '../../contract/email.ts'
import { parseMjml } from './parseMjml.ts'
import { takeImages } from './takeImages.ts'
import './visual.css'

/** What the visual editor keeps of an email. */
export type VisualState = { mjml: string; project?: Record<string, unknown> | null }

/** Where the parts of the editor stand. */
export type Places = {
  canvas: HTMLElement
  blocks: HTMLElement
  styles: HTMLElement
  traits: HTMLElement
  layers: HTMLElement
}

const LEFT_OUT = ['mj-raw', 'mj-carousel', 'mj-accordion']

type Written = Record<'getAttrToHTML' | 'getMjmlAttributes', () => Record<string, unknown>>

const escaped = (attributes: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : value,
    ]),
  )

/** Writes out quotes and ampersands of attributes, which would end them: an image called “6" nails” stays an image. */
const quoteSafely = (editor: Editor): void => {
  for (const { model } of editor.Components.getTypes() as { model: { prototype: Partial<Written> } }[]) {
    const { prototype } = model
    if (!Object.hasOwn(prototype, 'getMjmlAttributes')) continue
    for (const name of ['getAttrToHTML', 'getMjmlAttributes'] as const) {
      const read = prototype[name]
      if (!read) continue
      prototype[name] = function attributes(this: Written) {
        return escaped(read.call(this))
      }
    }
  }
}

/** What is drawn from its tag and attributes alone. */
const DRAWN_ALIKE = ['mj-section', 'mj-column', 'mj-text', 'mj-button', 'mj-image', 'mj-divider', 'mj-spacer']
const MOST_KEPT = 2_000

type Ends = { start: string; end: string }
type Drawn = Record<'getMjmlTemplate' | 'getInnerMjmlTemplate', () => Ends> & { getTemplateFromMjml: () => unknown }

/**
 * Compiles what looks alike once: for each element the editor makes a whole mail of its tag, and again whenever something comes
 * beside it, which takes seconds in a long mail.
 */
const compileOnce = (editor: Editor): void => {
  const made = new Map<string, unknown>()
  for (const type of DRAWN_ALIKE) {
    const prototype = (editor.Components.getType(type) as { view?: { prototype: Drawn } } | undefined)?.view?.prototype
    if (!prototype) continue
    const compile = prototype.getTemplateFromMjml
    prototype.getTemplateFromMjml = function compiled(this: Drawn) {
      const [around, own] = [this.getMjmlTemplate(), this.getInnerMjmlTemplate()]
      const key = [type, around.start, own.start, own.end, around.end].join('\n')
      if (made.size > MOST_KEPT) made.clear()
      if (!made.has(key)) made.set(key, compile.call(this))
      return made.get(key)
    }
  }
}

/** Opens the visual editor on its places. Nothing is stored, fetched or told by it: what it says is kept as a draft. */
export const openGrapes = (
  places: Places,
  { mjml, project }: VisualState,
  images: {
    choose: (done: (url: string) => void) => void
    add: (file: File) => Promise<Image | undefined>
  },
): Editor => {
  // The editor tells the page what is written on its canvas, where "g" and "h" would lead home in the middle of a word.
  places.canvas.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
  })
  const editor = grapesjs.init({
    container: places.canvas,
    height: '100%',
    width: 'auto',
    storageManager: false,
    parser: { parserHtml: parseMjml },
    telemetry: false,
    cssIcons: '',
    fromElement: false,
    panels: { defaults: [] },
    noticeOnUnload: false,
    blockManager: { appendTo: places.blocks },
    styleManager: { appendTo: places.styles },
    traitManager: { appendTo: places.traits },
    layerManager: { appendTo: places.layers },
    // Steps of the history are the page's own, so that Undo is one for lines and mail.
    keymaps: { defaults: {} },
    assetManager: {
      custom: {
        open: ({ select, close }: { select: (asset: never, isDone: boolean) => void; close: () => void }) => {
          close()
          images.choose((url) => select({ src: url } as never, true))
        },
        close: () => undefined,
      },
    },
    plugins: [mjmlPlugin, quoteSafely, compileOnce, (opened) => takeImages(opened, images.add)],
    pluginsOpts: { [mjmlPlugin as unknown as string]: { useCustomTheme: false, resetDevices: true } },
    ...(project ? { projectData: project } : { components: mjml }),
  })
  editor.Panels.getPanels().reset()
  for (const id of LEFT_OUT) editor.Blocks.remove(id)
  return editor
}

/** What stands in the editor now. */
export const readGrapes = (editor: Editor): VisualState => ({
  mjml: String(editor.runCommand('mjml-code')),
  project: editor.getProjectData() as Record<string, unknown>,
})
