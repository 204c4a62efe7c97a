import { send } from '@millrace/kit/web'
import { useQuery } from '@tanstack/react-query'
import type { DesignBlock } from '../../contract/design.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import { nameOfBlock } from '../design/kinds.ts'
import { MailFrame } from '../parts/MailFrame.tsx'
import c from './views.module.css'

const alone = (block: DesignBlock) => ({
  schemaVersion: 16,
  body: {
    rows: [
      {
        cells: [1],
        columns: [{ contents: [{ ...block, values: { ...block.values, containerPadding: '0px' } }], values: {} }],
        values: {},
      },
    ],
    values: { contentWidth: '600px', backgroundColor: 'transparent' },
  },
})

// A column may be narrower than a phone, for which mails keep their blocks wide.
const fitted = (html: string) => html.replace('</head>', '<style>*{min-width:0!important}</style></head>')

/** A block of a kind that the editor has no settings for: shown as it will be sent, kept as it is. */
export const ServerBlock = ({ block }: { block: DesignBlock }) => {
  const { data } = useQuery({
    queryKey: ['email-block', block.type, block.values],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      send(calls.previewEmail, { body: { email: { editor: { type: 'unlayer', state: alone(block) } } } }, { signal }),
  })
  const isShown = data?.html.includes(`u_content_${block.type}`)
  if (data && isShown)
    return <MailFrame html={fitted(data.html)} title={`${block.type} block`} minHeight={24} isInert />
  return (
    <div className={c.opaque}>
      <b>{nameOfBlock(block)}</b>
      <span>Made elsewhere. It is kept, but mails cannot show it: readers do not see it.</span>
    </div>
  )
}
