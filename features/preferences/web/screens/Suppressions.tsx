import { Button, Menu, Select } from '@mantine/core'
import {
  addressShape,
  askFirst,
  BulkButton,
  count,
  EmptyState,
  FilterBar,
  ListTable,
  NothingFound,
  PageHead,
  PermissionGate,
  param,
  plural,
  SearchField,
  Spacer,
  useAddress,
  useEndless,
  useMay,
  useMutate,
  useSelection,
  WidePage,
} from '@millrace/kit/web'
import { IconDownload, IconMailForward, IconMailOff, IconPlus, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { suppressionCalls as calls } from '../../contract/suppressionCalls.ts'
import { SUPPRESSION_REASONS, type SuppressedAddress } from '../../contract/suppressions.ts'
import { REASONS } from '../suppressions/reasons.ts'
import { SUPPRESSION_COLUMNS } from '../suppressions/suppressionColumns.tsx'

const AddSuppression = lazy(() => import('../suppressions/AddSuppression.tsx'))
const ImportSuppressions = lazy(() => import('../suppressions/ImportSuppressions.tsx'))

const Address = addressShape({
  search: param.text(),
  reason: param.oneOf(SUPPRESSION_REASONS),
  open: param.oneOf(['add', 'import']),
})

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

const idOf = ({ address, reason }: SuppressedAddress) => `${reason} ${address}`

/** Asks before addresses are written to again. */
const useRelease = (onDone: () => void) => {
  const remove = useMutate(calls.removeSuppression, { invalidates: [calls.listSuppressions] })
  return async (rows: readonly SuppressedAddress[]) => {
    const [only] = rows
    if (!only) return
    const said = rows.some(({ reason }) => reason === 'complained' || reason === 'unsubscribed')
    const isSure = await askFirst({
      title:
        rows.length === 1
          ? `Write to ${only.address} again?`
          : `Write to ${plural(rows.length, 'address', 'addresses')} again?`,
      children: said
        ? 'Somebody said that they do not want this mail. Write to them again only if they asked you to: complaints keep your other mail out of inboxes.'
        : 'If mail to them comes back again, they return to this list by themselves.',
      confirm: 'Take off the list',
      danger: said,
    })
    if (!isSure) return
    for (const { address, reason } of rows) remove.mutate({ params: { address }, query: { reason } })
    onDone()
  }
}

const Screen = () => {
  const [{ search, reason, open }, setAddress] = useAddress(Address)
  const mayWrite = useMay('emailSettings:write')
  const mayExport = useMay('people:export')
  const selection = useSelection<string>()
  const onSearch = useCallback((text: string) => setAddress({ search: text || undefined }), [setAddress])
  const release = useRelease(() => selection.setAll(false))
  const query = { ...(search && { search }), ...(reason && { reason }), limit: 100 }
  const { pages, first, error, refetch, onEnd } = useEndless(calls.listSuppressions, { query })
  const rows = useMemo(() => pages?.flatMap(({ suppressions }) => suppressions), [pages])
  const isFiltered = Boolean(search || reason)
  const add = () => setAddress({ open: 'add' }, { push: true })
  const close = () => setAddress({ open: undefined })
  return (
    <WidePage>
      <PageHead
        title="Suppression list"
        sub="Addresses that are not written to, whoever they belong to: those that bounce, complain, or were put here."
      >
        {mayExport && (
          <Button
            component="a"
            variant="default"
            href={`/v1/suppressions/export?${new URLSearchParams({ ...(search && { search }), ...(reason && { reason }) })}`}
            download
            leftSection={<IconDownload {...ICON} />}
          >
            Export
          </Button>
        )}
        {mayWrite && (
          <>
            <Button
              variant="default"
              leftSection={<IconUpload {...ICON} />}
              onClick={() => setAddress({ open: 'import' }, { push: true })}
            >
              Import
            </Button>
            <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={add}>
              Suppress an address
            </Button>
          </>
        )}
      </PageHead>
      <FilterBar>
        <SearchField label="Search addresses" search={search ?? ''} onSearch={onSearch} />
        <Select
          aria-label="Reason"
          placeholder="Every reason"
          clearable
          w={170}
          data={SUPPRESSION_REASONS.map((value) => ({ value, label: REASONS[value].label }))}
          value={reason ?? null}
          onChange={(next) => setAddress({ reason: (next ?? undefined) as typeof reason })}
        />
        <Spacer />
        {first && (
          <span style={{ color: 'var(--ink-3)', fontSize: 12.5 }}>{plural(first.total, 'entry', 'entries')}</span>
        )}
      </FilterBar>
      <ListTable
        label="Suppressed addresses"
        rows={rows}
        error={error}
        onRetry={refetch}
        idOf={idOf}
        nameOf={({ address }) => address}
        columns={SUPPRESSION_COLUMNS}
        isSortedElsewhere
        onEnd={onEnd}
        {...(mayWrite && {
          selection,
          menu: (row: SuppressedAddress) => (
            <Menu.Item leftSection={<IconMailForward {...ICON} />} onClick={() => void release([row])}>
              Take off the list
            </Menu.Item>
          ),
          bulk: (chosen: SuppressedAddress[]) => (
            <BulkButton icon={<IconMailForward {...ICON} />} onClick={() => void release(chosen)}>
              Take {count(chosen.length)} off the list
            </BulkButton>
          ),
        })}
        empty={
          isFiltered ? (
            <NothingFound onClear={() => setAddress({ search: undefined, reason: undefined })}>
              No address on the list fits.
            </NothingFound>
          ) : (
            <EmptyState
              icon={<IconMailOff size={24} stroke={1.6} />}
              title="Nobody is suppressed"
              text="Addresses come here by themselves when mail to them bounces for good or a reader complains. You can bring the list of your former tool along."
              example="Import the bounces and unsubscribed addresses of your former tool before your first broadcast."
            >
              {mayWrite && <Button onClick={add}>Suppress an address</Button>}
            </EmptyState>
          )
        }
      />
      <Suspense fallback={null}>
        {mayWrite && open === 'add' && <AddSuppression onClose={close} />}
        {mayWrite && open === 'import' && <ImportSuppressions onClose={close} />}
      </Suspense>
    </WidePage>
  )
}

/** Addresses that are not written to, and why. */
export default function Suppressions() {
  return (
    <PermissionGate scope="people:read">
      <Screen />
    </PermissionGate>
  )
}
