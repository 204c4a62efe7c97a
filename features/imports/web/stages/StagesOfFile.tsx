import { Button } from '@mantine/core'
import { ErrorPanel, plural, Skeleton, send, useCall, useGo, useMutate } from '@millrace/kit/web'
import { lazy, Suspense, useMemo } from 'react'
import { cancelImportCheck, createImport, listImports, previewImport } from '../../contract/calls.ts'
import type { Preview } from '../../contract/import.ts'
import { type Draft, draftOf, dropDraft, type Like, mappingProblem, useChosen } from '../parts/draft.ts'
import { newImportBody } from '../parts/newImportBody.ts'
import c from '../parts/sections.module.css'
import { type DryRun, useDryRun } from '../parts/useDryRun.ts'
import { isOpen, STAGES, type StageName } from '../parts/words.ts'
import { MapStage } from './MapStage.tsx'

const OptionsStage = lazy(() => import('./OptionsStage.tsx').then((part) => ({ default: part.OptionsStage })))
const ReviewStage = lazy(() => import('./ReviewStage.tsx').then((part) => ({ default: part.ReviewStage })))

type Way = { stage: StageName; search: Record<string, string> }

const Loading = () => (
  <div className={c.card} data-padded aria-busy="true">
    {[70, 55, 80, 60, 45].map((width) => (
      <Skeleton key={width} width={`${width}%`} height={12} />
    ))}
  </div>
)

type FootProps = Way & {
  problem: string | undefined
  start?: { label: string; run: () => void; isBusy: boolean }
}

const Foot = ({ stage, search, problem, start }: FootProps) => {
  const go = useGo()
  const place = STAGES.findIndex(({ name }) => name === stage)
  const to = (by: number) => go({ to: `/people/imports/new/${STAGES[place + by]?.name ?? 'upload'}`, search })
  return (
    <div className={c.foot}>
      <Button variant="default" onClick={() => to(-1)}>
        Back
      </Button>
      {start ? (
        <Button onClick={start.run} loading={start.isBusy} disabled={Boolean(problem)}>
          {start.label}
        </Button>
      ) : (
        <Button onClick={() => to(1)} disabled={Boolean(problem)}>
          Continue
        </Button>
      )}
    </div>
  )
}

/** Why an import that was tried is not worth starting; undefined where it is. */
const foundProblem = ({ found }: DryRun): string | undefined => {
  const check = found?.check
  if (!check || isOpen(check) || !check.processed) return undefined
  return check.refused === check.processed ? 'Every row would be refused. Please look at the mapping again.' : undefined
}

type LastProps = Way & { file: string; preview: Preview; draft: Draft; onChange: (changes: Partial<Draft>) => void }

/** The last stage: tries the import, and starts it. */
const LastStage = ({ file, preview, draft, onChange, ...way }: LastProps) => {
  const go = useGo()
  const run = useDryRun(file, preview, draft, onChange)
  const create = useMutate(createImport, {
    invalidates: [listImports],
    onDone: ({ id }) => {
      dropDraft(file)
      go({ to: `/people/imports/${id}`, replace: true })
    },
  })
  const start = () => {
    if (create.isPending) return
    // Nobody needs its answer any more.
    if (run.id && (!run.found || isOpen(run.found.check)))
      void send(cancelImportCheck, { params: { id: run.id } }).catch(() => {})
    const body = { ...newImportBody(file, preview, draft), name: draft.name, ...(run.id && { checkId: run.id }) }
    create.mutate({ body })
  }
  const problem = mappingProblem(draft) ?? foundProblem(run)
  const label = `Import ${preview.isReckoned ? 'about ' : ''}${plural(preview.numPeople, 'person', 'people')}`
  return (
    <>
      <Suspense fallback={<Loading />}>
        <ReviewStage preview={preview} draft={draft} run={run} />
      </Suspense>
      {problem && (
        <p className={c.sum} data-bad>
          {problem}
        </p>
      )}
      <Foot {...way} problem={problem} start={{ label, run: start, isBusy: create.isPending }} />
    </>
  )
}

/** The stages after the upload, for a file that has arrived. */
export default function StagesOfFile({ file, like, ...way }: Way & { file: string; like: Like | undefined }) {
  const go = useGo()
  const [chosen, change] = useChosen(file)
  const { encoding, delimiter, hasHeader } = chosen
  const body = {
    peopleFileKey: file,
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(hasHeader !== undefined && { hasHeader }),
  }
  const options = { staleMs: Number.POSITIVE_INFINITY, keepPrevious: true }
  const { data, error, refetch, isPlaceholderData: isOld } = useCall(previewImport, { body }, options)
  const preview = data?.preview
  const draft = useMemo(() => preview && draftOf(chosen, preview, like), [chosen, preview, like])
  if (error && (!preview || isOld))
    return (
      <>
        <ErrorPanel error={error} onRetry={refetch} />
        <div className={c.foot}>
          <Button onClick={() => go('/people/imports/new/upload')}>Choose another file</Button>
        </div>
      </>
    )
  if (!preview || !draft) return <Loading />
  if (way.stage === 'review')
    return <LastStage {...way} file={file} preview={preview} draft={draft} onChange={change} />
  return (
    <>
      {way.stage === 'map' && <MapStage preview={preview} draft={draft} onChange={change} />}
      <Suspense fallback={<Loading />}>
        {way.stage === 'options' && <OptionsStage draft={draft} onChange={change} />}
      </Suspense>
      <Foot {...way} problem={preview.numPeople ? mappingProblem(draft) : 'No people to import.'} />
    </>
  )
}
