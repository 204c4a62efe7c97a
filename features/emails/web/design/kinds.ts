import type { DesignBlock } from '../../contract/design.ts'
import { button } from './kinds/button.ts'
import { divider } from './kinds/divider.ts'
import { heading } from './kinds/heading.ts'
import { html } from './kinds/html.ts'
import { image } from './kinds/image.ts'
import type { BlockKind } from './kinds/kind.ts'
import { menu } from './kinds/menu.ts'
import { snippet } from './kinds/snippet.ts'
import { social } from './kinds/social.ts'
import { table } from './kinds/table.ts'
import { text } from './kinds/text.ts'
import { video } from './kinds/video.ts'

/**
 * Blocks that the palette offers, in its order. Another kind is a file in `kinds`, a line here, an icon in
 * `inspector/BlockIcon.tsx` and a form in `inspector/forms.ts`; without a view in `canvas/BlockView.tsx` the server draws it.
 */
export const KINDS = {
  heading,
  text,
  button,
  image,
  divider,
  social,
  menu,
  table,
  video,
  html,
  'millrace-snippet': snippet,
} satisfies Record<string, BlockKind>
export type KindName = keyof typeof KINDS

/** The names of the kinds that the palette offers. */
export const KIND_NAMES = Object.keys(KINDS) as KindName[]

// Kinds that designs bring along and the palette does not offer, because another one does the same.
const OTHER_NAMES: Record<string, string> = { paragraph: 'Text', timer: 'Countdown' }

/** The kind of a block: its type, or the slug of a custom one. */
export const kindOf = ({ type, slug }: DesignBlock): string => (type === 'custom' && slug ? slug : type)

const spelled = (kind: string) => (kind.charAt(0).toUpperCase() + kind.slice(1)).replace(/[-_]+/g, ' ')

/** What a kind of block is called. */
export const nameOfKind = (kind: string): string =>
  (KINDS as Record<string, BlockKind>)[kind]?.name ?? OTHER_NAMES[kind] ?? spelled(kind)

/** What a block is called. */
export const nameOfBlock = (block: DesignBlock): string => nameOfKind(kindOf(block))

/** The name under which designs count parts of a block's kind. */
export const countName = ({ type, slug }: Pick<DesignBlock, 'type' | 'slug'>): string =>
  `content_${[type, type === 'custom' && slug].filter(Boolean).join('_').replace(/\W/g, '_')}`
