import { type Context, type Liquid, Tag, type TagToken, type Template, type TopLevelToken } from 'liquidjs'
import { escapeHtml, unescapeHtml } from './escape.ts'

/** Under this name the context carries the function that turns a link's address into the tracked one. */
export const LINK = '_link'
/** Names of the tag; no writer uses them. */
export const LINK_TAG = '_tracked'
export const END_LINK = 'end_tracked'

type Links = { of(index: number, url: string): string }

/**
 * The block tag that compiling puts around addresses that hold Liquid: `{% _tracked 3 %}https://…{% end_tracked %}`.
 * It works the address out where it stands, loops included, and hands it to the context's function.
 */
export const linkTag = (forHtml: boolean) =>
  class LinkTag extends Tag {
    readonly index: number
    readonly inner: Template[] = []
    constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
      super(token, rest, liquid)
      this.index = Number(token.args.trim())
      while (rest.length) {
        const next = rest.shift()
        if (!next) break
        if ((next as TagToken).name === END_LINK) return
        this.inner.push(liquid.parser.parseToken(next, rest))
      }
      throw new Error('a link is not closed')
    }

    *render(context: Context): Generator<unknown, string, string> {
      const address = yield this.liquid.renderer.renderTemplates(this.inner, context)
      const url = (forHtml ? unescapeHtml(address) : address).trim()
      const links = context.getSync([LINK]) as unknown as Links | undefined
      const shown = links ? links.of(this.index, url) : url
      return forHtml ? escapeHtml(shown) : shown
    }
  }
