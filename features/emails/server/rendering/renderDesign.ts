import { BodyDefaults, ColumnDefaults, exporters, heads, RowDefaults } from '@unlayer/exporters'
import { type Design, type DesignBlock, type DesignRow, type DesignValues, snippetIdOf } from '../../contract/design.ts'
import { lexicalHtml } from '../../contract/lexicalHtml.ts'
import { withBodyPicture } from './bodyPicture.ts'
import { documentCss } from './documentCss.ts'
import { languageOf } from './language.ts'
import { withAddresses } from './links.ts'
import { openDocument } from './openDocument.ts'
import type { Outside } from './outside.ts'
import { filled, guarded, modern } from './settings.ts'
import { shownWhen } from './showWhen.ts'
import { TOOLS, toolOf } from './tools.ts'
import { webFonts } from './webFonts.ts'

type Export = (...parts: unknown[]) => string
type Head = { css?: (...parts: unknown[]) => string | undefined; tags?: (...parts: unknown[]) => string[] | undefined }

const EMAIL = exporters as unknown as Record<string, { email: Export }>
const HEADS = heads as Record<string, Head | undefined>

/** One rendering: counts parts, so that each gets an id, and gathers what the head needs. */
class Rendering {
  readonly css: string[] = []
  readonly tags: string[] = []
  readonly parts: DesignValues[] = []
  readonly config: Record<string, unknown>
  readonly bodyValues: DesignValues
  private readonly counts = new Map<string, number>()

  constructor(design: Design, socialIcons: string) {
    this.config = {
      cdnBaseUrl: socialIcons,
      toSafeHtml: (html: string) => html,
      generateHtmlFromTextJson: lexicalHtml,
      hasFeature: () => false,
      getInitialValues: () => ({}),
    }
    // The preheader belongs to the email, not to its design: it is put in when the mail is sent.
    this.bodyValues = this.values(BodyDefaults, design.body.values, 'body', 'body')
    this.bodyValues.preheaderText = ''
  }

  values(defaults: DesignValues, own: DesignValues | undefined, count: string, name: string): DesignValues {
    const number = (this.counts.get(count) ?? 0) + 1
    this.counts.set(count, number)
    const all = withAddresses(filled(defaults, modern(own ?? {}))) as DesignValues
    const meta = (all._meta ?? {}) as DesignValues
    all._meta = { htmlID: `u_${name}_${number}`, htmlClassNames: `u_${name}`, ...meta }
    this.parts.push(all)
    return all
  }

  head(name: string, values: DesignValues) {
    const about = {
      displayMode: 'email',
      isViewer: false,
      variant: null,
      type: 'rows',
      headConfig: this.config,
    }
    const css = HEADS[name]?.css?.(values, this.bodyValues, about)
    if (css) this.css.push(css)
    this.tags.push(...(HEADS[name]?.tags?.(values, this.bodyValues, about) ?? []))
  }

  block(block: DesignBlock, place: BlockPlace) {
    return shownWhen(this.drawn(block, place), block.values)
  }

  private drawn(block: DesignBlock, place: BlockPlace) {
    const snippet = snippetIdOf(block)
    const tool = snippet === undefined ? toolOf(block) : TOOLS.html
    const values = guarded(
      block.type,
      this.values(tool?.[1] ?? {}, block.values, block.type, `content_${block.type.replace(/\W/g, '_')}`),
    )
    const meta = {
      ...place,
      bodyValues: this.bodyValues,
      exporterConfig: this.config,
      defaultDevice: 'desktop',
      embeddedValues: {},
      mergeTagState: { mergeTags: {}, mergeTagGroup: '', mergeTagRule: '' },
    }
    if (!tool) return ''
    // Its words are put in when the mail is made ready.
    if (snippet !== undefined) values.html = `{{ snippets[${snippet}] }}`
    this.head(tool[0], values)
    const { index, columnIndex, rowCells, rowValues } = place
    const html = EMAIL[tool[0]]?.email(values, index, columnIndex, rowCells, this.bodyValues, rowValues, {}, meta) ?? ''
    this.head('Content', values)
    return EMAIL.Content?.email(html, values, this.bodyValues, meta) ?? ''
  }

  row(row: DesignRow, rowIndex: number, collection: string) {
    const rowValues = this.values(RowDefaults, row.values, 'row', 'row')
    this.head('Row', rowValues)
    const rowPlace: RowPlace = { rowIndex, rowCells: row.cells, rowValues }
    const columns = row.columns.map((column, columnIndex) => {
      const columnValues = this.values(ColumnDefaults, column.values, 'column', 'column')
      this.head('Column', columnValues)
      const inner = column.contents
        .map((block, index) => this.block(block, { index, columnIndex, columnValues, ...rowPlace }))
        .join('')
      const about = { columnIndex, columnValues, bodyValues: this.bodyValues, ...rowPlace }
      return EMAIL.Column?.email(inner, columnValues, columnIndex, row.cells, this.bodyValues, rowValues, about) ?? ''
    })
    const about = {
      ...rowPlace,
      bodyValues: this.bodyValues,
      defaultDevice: 'desktop',
      collection,
      exporterConfig: this.config,
    }
    const html = EMAIL.Row?.email(columns.join(''), rowValues, this.bodyValues, about) ?? ''
    return shownWhen(html, row.values)
  }
}

type BlockPlace = { index: number; columnIndex: number; columnValues: DesignValues } & RowPlace
type RowPlace = { rowIndex: number; rowCells: number[]; rowValues: DesignValues }

/** HTML document of an Unlayer design, Liquid left as it is. Blocks that nothing draws show nothing. */
export const renderDesign = (design: Design, outside: Outside): string => {
  const rendering = new Rendering(design, outside.socialIcons)
  const { headers = [], rows, footers = [] } = design.body
  const body = [
    ...headers.map((row, index) => rendering.row(row, index, 'headers')),
    ...rows.map((row, index) => rendering.row(row, index, 'rows')),
    ...footers.map((row, index) => rendering.row(row, index, 'footers')),
  ].join('')
  rendering.head('Body', rendering.bodyValues)
  const { bodyValues } = rendering
  const drawn = EMAIL.Body?.email(body, bodyValues, { bodyValues, type: 'email' }) ?? ''
  const html = withBodyPicture(drawn, bodyValues)
  const width = Number.parseFloat(String(bodyValues.contentWidth)) || 600
  const fonts = webFonts(rendering.parts, outside.fonts)
  const css = [fonts.css, documentCss(html, width, rendering.parts), ...new Set(rendering.css)].join('\n')
  return openDocument({
    css,
    head: fonts.links + [...new Set(rendering.tags)].join(''),
    body: html,
    title: String(bodyValues.accessibilityTitle ?? ''),
    ...languageOf(bodyValues),
  })
}
