import {
  addressShape,
  NarrowPage,
  PageHead,
  PageSkeleton,
  PermissionGate,
  param,
  useAddress,
  useCall,
  useGo,
  useParam,
  usePath,
} from '@millrace/kit/web'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { getImport } from '../../contract/calls.ts'
import { Stages } from '../parts/Stages.tsx'
import { STAGES } from '../parts/words.ts'
import { UploadStage } from '../stages/UploadStage.tsx'

const StagesOfFile = lazy(() => import('../stages/StagesOfFile.tsx'))

/** `like`: an earlier import whose mapping, tags and strategy are taken over. */
const Address = addressShape({ file: param.text(), like: param.number() })

/** Brings people in from a file, in four stages. */
export default function NewImport() {
  const go = useGo()
  const [{ file, like }] = useAddress(Address)
  const path = usePath()
  const wanted = useParam('stageName')
  const told = STAGES.find(({ name }) => name === wanted)?.name ?? 'upload'
  const stage = file ? told : 'upload'
  const { data: model } = useCall(getImport, { params: { id: like ?? 0 } }, { enabled: Boolean(like) })
  const search = useMemo(() => ({ ...(file && { file }), ...(like && { like: String(like) }) }), [file, like])
  useEffect(() => {
    // On the way out the address is another screen's already, and this one must not call it back.
    const isHere = path.startsWith('/people/imports/new')
    if (isHere && told !== stage) go({ to: '/people/imports/new/upload', search, replace: true })
  }, [told, stage, go, path, search])
  const arrived = (key: string) => go({ to: '/people/imports/new/map', search: { ...search, file: key } })
  return (
    <NarrowPage>
      <PageHead title="Import people" back={{ to: '/people/imports', label: 'Imports' }} />
      <PermissionGate scope="people:write">
        <Stages current={stage} search={search} />
        {stage === 'upload' || !file ? (
          <UploadStage like={model?.import.name} onUploaded={arrived} />
        ) : (
          (!like || model) && (
            <Suspense fallback={<PageSkeleton />}>
              <StagesOfFile key={file} file={file} stage={stage} search={search} like={model?.import} />
            </Suspense>
          )
        )}
      </PermissionGate>
    </NarrowPage>
  )
}
