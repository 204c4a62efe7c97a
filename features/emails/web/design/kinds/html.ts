import type { BlockKind } from './kind.ts'

export const html: BlockKind = {
  type: 'html',
  name: 'HTML',
  values: { containerPadding: '10px 24px', html: '<p style="margin:0">Your own <strong>HTML</strong></p>' },
}
