import { ErrorPanel, PageSkeleton, useCall, useMay, useTitle } from '@millrace/kit/web'
import { snippetCalls as calls } from '../../contract/snippetCalls.ts'
import { SnippetForm } from './SnippetForm.tsx'

/** The editor of one snippet. */
export default function SnippetEditor({ id }: { id: number }) {
  const mayWrite = useMay('emails:write')
  const { data, error, refetch } = useCall(calls.getSnippet, { params: { id } }, { staleMs: 0 })
  useTitle(data?.snippet.name)
  if (error) return <ErrorPanel error={error} title="Failed to fetch snippets" onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return <SnippetForm key={data.snippet.id} snippet={data.snippet} mayWrite={mayWrite} />
}
