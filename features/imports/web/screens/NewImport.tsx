import { Button } from '@mantine/core'
import {
  addressShape,
  ErrorPanel,
  NarrowPage,
  PageHead,
  PermissionGate,
  param,
  plural,
  Skeleton,
  useAddress,
  useCall,
  useGo,
  useMutate,
  useParam,
  usePath,
} from '@millrace/kit/web'
import { lazy, Suspense, useEffect } from 'react'
import { createImport, listImports, previewImport } from '../../contract/calls.ts'
import type { Preview } from '../../contract/import.ts'
import { type Draft, dropDraft, mappedOf, mappingProblem, useDraft } from '../parts/draft.ts'
import c from '../parts/imports.module.css'
import { Stages } from '../parts/Stages.tsx'
import { STAGES, type StageName } from '../parts/words.ts'
import { MapStage } from '../stages/MapStage.tsx'
import { ReviewStage } from '../stages/ReviewStage.tsx'
import { UploadStage } from '../stages/UploadStage.tsx'

const OptionsStage = lazy(() => import('../stages/OptionsStage.tsx').then((part) => ({ default: part.OptionsStage })))

const Address = addressShape({ file: param.text() })

const bodyOf = (file: string, preview: Preview, draft: Draft) => ({
  peopleFileKey: file,
  name: draft.name,
  numPeople: preview.numPeople,
  encoding: draft.encoding ?? preview.encoding,
  tags: draft.tags,
  existingPeopleStrategy: draft.strategy,
  fieldMapping: Object.fromEntries(mappedOf(draft).map(([header, { isNew: _isNew, ...target }]) => [header, target])),
})

const Loading = () => (
  <div className={c.card} data-padded aria-busy="true">
    {[70, 55, 80, 60, 45].map((width) => (
      <Skeleton key={width} width={`${width}%`} height={12} />
    ))}
  </div>
)

type FootProps = {
  stage: StageName
  file: string
  problem: string | undefined
  start?: { label: string; run: () => void; isBusy: boolean }
}

const Foot = ({ stage, file, problem, start }: FootProps) => {
  const go = useGo()
  const place = STAGES.findIndex(({ name }) => name === stage)
  const to = (by: number) => go({ to: `/people/imports/new/${STAGES[place + by]?.name ?? 'upload'}`, search: { file } })
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

/** The stages after the upload, for a file that has arrived. */
const WithFile = ({ file, stage }: { file: string; stage: StageName }) => {
  const go = useGo()
  const [{ encoding }] = useDraft(file, undefined)
  const body = { peopleFileKey: file, ...(encoding && { encoding }) }
  const { data, error, refetch } = useCall(
    previewImport,
    { body },
    { staleMs: Number.POSITIVE_INFINITY, keepPrevious: true },
  )
  const preview = data?.preview
  const [draft, change] = useDraft(file, preview)
  const create = useMutate(createImport, {
    invalidates: [listImports],
    onDone: ({ id }) => {
      dropDraft(file)
      go({ to: `/people/imports/${id}`, replace: true })
    },
  })
  if (error && !preview)
    return (
      <>
        <ErrorPanel error={error} onRetry={refetch} />
        <div className={c.foot}>
          <Button onClick={() => go('/people/imports/new/upload')}>Choose another file</Button>
        </div>
      </>
    )
  if (!preview) return <Loading />
  const run = () => !create.isPending && create.mutate({ body: bodyOf(file, preview, draft) })
  const start = { label: `Import ${plural(preview.numPeople, 'person', 'people')}`, run, isBusy: create.isPending }
  return (
    <>
      {stage === 'map' && <MapStage preview={preview} draft={draft} onChange={change} />}
      <Suspense fallback={null}>{stage === 'options' && <OptionsStage draft={draft} onChange={change} />}</Suspense>
      {stage === 'review' && <ReviewStage preview={preview} draft={draft} />}
      <Foot
        stage={stage}
        file={file}
        problem={preview.numPeople ? mappingProblem(draft) : 'No people to import.'}
        {...(stage === 'review' && { start })}
      />
    </>
  )
}

/** Brings people in from a file, in four stages. */
export default function NewImport() {
  const go = useGo()
  const [{ file }] = useAddress(Address)
  const path = usePath()
  const wanted = useParam('stageName')
  const told = STAGES.find(({ name }) => name === wanted)?.name ?? 'upload'
  const stage = file ? told : 'upload'
  useEffect(() => {
    // On the way out the address is another screen's already, and this one must not call it back.
    const isHere = path.startsWith('/people/imports/new')
    if (isHere && told !== stage) go({ to: '/people/imports/new/upload', replace: true })
  }, [told, stage, go, path])
  return (
    <NarrowPage>
      <PageHead title="Import people" back={{ to: '/people/imports', label: 'Imports' }} />
      <PermissionGate scope="people:write">
        <Stages current={stage} file={file} />
        {stage === 'upload' || !file ? (
          <UploadStage onUploaded={(key) => go({ to: '/people/imports/new/map', search: { file: key } })} />
        ) : (
          <WithFile key={file} file={file} stage={stage} />
        )}
      </PermissionGate>
    </NarrowPage>
  )
}
