import type { DesignBlock } from '../../contract/design.ts'

const NAMES: Record<string, string> = {
  heading: 'Heading',
  text: 'Text',
  paragraph: 'Text',
  button: 'Button',
  image: 'Image',
  divider: 'Divider',
  html: 'HTML',
  menu: 'Menu',
  social: 'Social',
  table: 'Table',
  timer: 'Countdown',
  video: 'Video',
}

/** What a block is called. */
export const nameOfBlock = ({ type, slug }: DesignBlock): string => NAMES[type] ?? slug ?? type
