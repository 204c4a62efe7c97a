import { Select } from '@mantine/core'
import { Banner, plural, useCall } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { useMemo } from 'react'
import type { Encoding, Preview } from '../../contract/import.ts'
import { type Draft, mappedOf, mappingProblem } from '../parts/draft.ts'
import c from '../parts/imports.module.css'
import { PreviewTable } from '../parts/PreviewTable.tsx'
import { DELIMITERS, ENCODINGS } from '../parts/words.ts'
import { type FieldOption, TargetSelect } from './TargetSelect.tsx'

type Props = { preview: Preview; draft: Draft; onChange: (changes: Partial<Draft>) => void }

const useFieldOptions = (): FieldOption[] => {
  const { data } = useCall(peopleContract.listFields)
  return useMemo(
    () =>
      (data?.fields ?? [])
        .filter(({ readOnly, canMapFrom }) => canMapFrom && !readOnly)
        .map(({ name, title, type, format, firstClassField }) => ({
          name,
          title,
          type,
          format,
          isBuiltIn: firstClassField,
        })),
    [data],
  )
}

const FileFacts = ({ preview, draft, onChange }: Props) => (
  <div className={c.facts}>
    <span>
      <b>{preview.fileName || 'The file'}</b> has {plural(preview.numPeople, 'person', 'people')} in{' '}
      {plural(preview.columns.length, 'column')}, separated by {DELIMITERS[preview.delimiter]}.
    </span>
    <Select
      size="xs"
      w={170}
      aria-label="How the file is written"
      data={Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))}
      value={draft.encoding ?? preview.encoding}
      allowDeselect={false}
      onChange={(encoding) => encoding && onChange({ encoding: encoding as Encoding, mapping: {} })}
    />
  </div>
)

/** Says for each column where it goes. */
export const MapStage = ({ preview, draft, onChange }: Props) => {
  const fields = useFieldOptions()
  const mapped = mappedOf(draft)
  const problem = mappingProblem(draft)
  return (
    <>
      <FileFacts preview={preview} draft={draft} onChange={onChange} />
      {preview.warnings.length > 0 && (
        <Banner tone="warn">
          {preview.warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Banner>
      )}
      <div className={c.card}>
        <div className={c.mapHead} aria-hidden="true">
          <span>Column in the file</span>
          <span>First values</span>
          <span>Goes to</span>
        </div>
        {preview.columns.map((column) => {
          const target = draft.mapping[column.header] ?? null
          const taken = new Set(mapped.flatMap(([header, { field }]) => (header === column.header ? [] : [field])))
          return (
            <div className={c.mapRow} key={column.header} data-off={!target || undefined}>
              <div className={c.mapColumn}>
                <b title={column.header}>{column.header}</b>
                {!column.filled && <small>empty</small>}
              </div>
              <div className={c.samples}>
                {column.samples.slice(0, 2).map((sample) => (
                  <span key={sample} title={sample}>
                    {sample}
                  </span>
                ))}
              </div>
              <TargetSelect
                column={column}
                fields={fields}
                taken={taken}
                target={target}
                onChange={(next) => onChange({ mapping: { ...draft.mapping, [column.header]: next } })}
              />
            </div>
          )
        })}
      </div>
      <p className={c.sum} data-bad={problem ? true : undefined} aria-live="polite">
        {problem ?? `${mapped.length} of ${plural(preview.columns.length, 'column')} will be imported.`}
      </p>
      <h2 className={c.smallTitle}>First rows of the file</h2>
      <PreviewTable
        headers={preview.columns.map(({ header }) => header)}
        rows={preview.rows.slice(0, 8)}
        label="First rows of the file"
      />
    </>
  )
}
