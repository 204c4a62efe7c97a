import type { AnyExtension } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import TextAlign from '@tiptap/extension-text-align'
import { BackgroundColor, Color, TextStyle } from '@tiptap/extension-text-style'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { ButtonNode } from './nodes/buttonNode.ts'
import { MergeTagNode } from './nodes/mergeTagNode.ts'

const CELL = 'border:1px solid #d6d6de;padding:8px 10px;text-align:left;vertical-align:top'

/** What a text may hold; styles stand in the elements, because mail programs read no others. */
export const EXTENSIONS: AnyExtension[] = [
  StarterKit.configure({
    link: { openOnClick: false, HTMLAttributes: { rel: null, target: '_blank' }, isAllowedUri: () => true },
  }),
  Image,
  TextStyle,
  Color,
  BackgroundColor,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Table.configure({
    resizable: false,
    HTMLAttributes: {
      cellpadding: '0',
      cellspacing: '0',
      style: 'border-collapse:collapse;width:100%;margin:0 0 14px',
    },
  }),
  TableRow,
  TableCell.configure({ HTMLAttributes: { style: CELL } }),
  TableHeader.configure({ HTMLAttributes: { style: `${CELL};background-color:#f4f4f6` } }),
  Placeholder.configure({ placeholder: 'Write, or type / for blocks and merge tags…' }),
  ButtonNode,
  MergeTagNode,
]
