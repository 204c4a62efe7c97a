import {
  ButtonDefaults,
  DividerDefaults,
  HeadingDefaults,
  HtmlDefaults,
  ImageDefaults,
  MenuDefaults,
  ParagraphDefaults,
  SocialDefaults,
  TableDefaults,
  TextDefaults,
  TimerDefaults,
  VideoDefaults,
} from '@unlayer/exporters'
import { type DesignBlock, type DesignValues, snippetIdOf } from '../../contract/design.ts'

/** What draws each type of block, and its first settings. */
export const TOOLS: Record<string, [name: string, defaults: DesignValues]> = {
  button: ['Button', ButtonDefaults],
  divider: ['Divider', DividerDefaults],
  heading: ['Heading', HeadingDefaults],
  html: ['Html', HtmlDefaults],
  image: ['Image', ImageDefaults],
  menu: ['Menu', MenuDefaults],
  paragraph: ['Paragraph', ParagraphDefaults],
  social: ['Social', SocialDefaults],
  table: ['Table', TableDefaults],
  text: ['Text', TextDefaults],
  timer: ['Timer', TimerDefaults],
  video: ['Video', VideoDefaults],
}

/** What draws a block. A paragraph keeps its words as JSON; one that has them as HTML alone is drawn as a text. */
export const toolOf = ({ type, values }: DesignBlock): [name: string, defaults: DesignValues] | undefined =>
  type === 'paragraph' && !values?.textJson && values?.text ? TOOLS.text : TOOLS[type]

/** True where a block is shown in mails; others are kept in the design and show nothing. */
export const isDrawn = (block: DesignBlock): boolean =>
  Object.hasOwn(TOOLS, block.type) || snippetIdOf(block) !== undefined
