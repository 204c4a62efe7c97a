import { Button, FileInput, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { Banner, plural, sentenceOf, useMutate } from '@millrace/kit/web'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import { suppressionCalls as calls } from '../../contract/suppressionCalls.ts'
import { SUPPRESSION_REASONS, type SuppressionImport, type SuppressionReason } from '../../contract/suppressions.ts'
import { REASONS } from './reasons.ts'
import c from './suppressions.module.css'

const MOST = 5 * (1 << 20)

const Done = ({ result, onClose }: { result: SuppressionImport; onClose: () => void }) => (
  <Stack gap={14}>
    <Text fz={13.5}>
      {plural(result.added, 'address', 'addresses')} added
      {result.known > 0 && <>, {result.known.toLocaleString('en')} were on the list already</>}.
    </Text>
    {result.refused > 0 && (
      <div>
        <Banner>{plural(result.refused, 'line')} without an address were left out.</Banner>
        <ul className={c.refused}>
          {result.refusedLines.map(({ line, text }) => (
            <li key={line}>
              <span>{line}</span>
              {text}
            </li>
          ))}
        </ul>
      </div>
    )}
    <Group justify="flex-end">
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
)

/** Puts the addresses of a file on the list. */
export default function ImportSuppressions({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [reason, setReason] = useState<SuppressionReason>('manual')
  const bring = useMutate(calls.importSuppressions, {
    invalidates: [calls.listSuppressions],
    onError: true,
    timeoutMs: 120_000,
  })
  const isTooLarge = (file?.size ?? 0) > MOST
  const start = async () => {
    if (file) bring.mutate({ body: { csv: await file.text(), reason } })
  }
  return (
    <Modal opened onClose={onClose} title="Import addresses">
      {bring.data ? (
        <Done result={bring.data} onClose={onClose} />
      ) : (
        <Stack gap={14}>
          <FileInput
            label="File"
            description="A CSV file with a column “email”, or one address a line; 5 MB at the most. A column “reason” is obeyed."
            placeholder="Choose a file"
            accept=".csv,.txt,text/csv,text/plain"
            clearable
            leftSection={<IconFileTypeCsv size={16} stroke={1.7} aria-hidden />}
            value={file}
            error={isTooLarge ? 'This file is larger than 5 MB.' : bring.error ? sentenceOf(bring.error) : undefined}
            onChange={(next) => {
              bring.reset()
              setFile(next)
            }}
          />
          <Select
            label="Reason"
            description={REASONS[reason].about}
            allowDeselect={false}
            data={SUPPRESSION_REASONS.map((value) => ({ value, label: REASONS[value].label }))}
            value={reason}
            onChange={(next) => next && setReason(next as SuppressionReason)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={bring.isPending} disabled={!file || isTooLarge} onClick={() => void start()}>
              Import
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
