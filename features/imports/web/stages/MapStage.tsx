import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { Banner, plural, useCall } from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { useMemo, useState } from 'react'
import type { Delimiter, Encoding, Preview } from '../../contract/import.ts'
import { type Draft, mappedOf, mappingProblem } from '../parts/draft.ts'
import { PreviewTable } from '../parts/PreviewTable.tsx'
import sectionsCss from '../parts/sections.module.css'
import { DELIMITERS, ENCODINGS } from '../parts/words.ts'
import c from './map.module.css'
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

const SEPARATORS = Object.entries(DELIMITERS).map(([value, label]) => ({ value, label: `by ${label}` }))

const FileFacts = ({ preview, onChange }: Props) => (
  <div className={c.facts}>
    <span>
      <b>{preview.fileName || 'The file'}</b> has {preview.isReckoned && 'about '}
      {plural(preview.numPeople, 'person', 'people')} in {plural(preview.columns.length, 'column')}.
    </span>
    <span className={c.factChoices}>
      <Checkbox
        size="xs"
        label="The first row names the columns"
        checked={preview.hasHeader}
        onChange={({ currentTarget }) => onChange({ hasHeader: currentTarget.checked, mapping: {} })}
      />
      <Select
        size="xs"
        w={128}
        aria-label="What parts the columns"
        data={SEPARATORS}
        value={preview.delimiter}
        allowDeselect={false}
        onChange={(delimiter) => delimiter && onChange({ delimiter: delimiter as Delimiter, mapping: {} })}
      />
      <Select
        size="xs"
        w={158}
        aria-label="How the file is written"
        data={Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))}
        value={preview.encoding}
        allowDeselect={false}
        onChange={(encoding) => encoding && onChange({ encoding: encoding as Encoding, mapping: {} })}
      />
    </span>
  </div>
)

/** So many columns are shown at once; each has a field to choose. */
const SHOWN = 40

const useShown = (columns: Preview['columns']) => {
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(SHOWN)
  const words = search.trim().toLowerCase()
  const found = words ? columns.filter(({ header }) => header.toLowerCase().includes(words)) : columns
  return { search, setSearch, found, shown: found.slice(0, limit), more: () => setLimit(limit + SHOWN) }
}

/** Says for each column where it goes. */
export const MapStage = ({ preview, draft, onChange }: Props) => {
  const fields = useFieldOptions()
  const mapped = mappedOf(draft)
  const problem = mappingProblem(draft)
  const { search, setSearch, found, shown, more } = useShown(preview.columns)
  return (
    <>
      <FileFacts preview={preview} draft={draft} onChange={onChange} />
      {preview.warnings.length > 0 && (
        <div className={c.warned}>
          <Banner tone="warn">
            {preview.warnings.map((warning) => (
              <div key={warning}>{warning}</div>
            ))}
          </Banner>
        </div>
      )}
      {preview.columns.length > SHOWN && (
        <TextInput
          mb={10}
          aria-label="Find a column"
          placeholder={`Find one of ${preview.columns.length} columns`}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <div className={sectionsCss.card}>
        <div className={c.mapHead} aria-hidden="true">
          <span>Column in the file</span>
          <span>First values</span>
          <span>Goes to</span>
        </div>
        {shown.map((column) => {
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
        {!found.length && <p className={c.none}>No column is called like that.</p>}
        {found.length > shown.length && (
          <div className={c.none}>
            <Button variant="default" size="xs" onClick={more}>
              Show {Math.min(SHOWN, found.length - shown.length)} more of {found.length} columns
            </Button>
          </div>
        )}
      </div>
      <p className={sectionsCss.sum} data-bad={problem ? true : undefined} aria-live="polite">
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
