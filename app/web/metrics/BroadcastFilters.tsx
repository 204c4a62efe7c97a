import { Select } from '@mantine/core'
import { broadcastsContract } from '@millrace/broadcasts/contract'
import { ManyPicker, type TokenOption, useCall } from '@millrace/kit/web'
import { IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'

const MOST = 500

type Props = { ids: number[]; onChange: (ids: number[]) => void }

/** Chooses broadcasts that have begun, the last one first. */
export const BroadcastPicker = ({ ids, onChange }: Props) => {
  const { data } = useCall(broadcastsContract.listBroadcasts, { query: { limit: MOST, sort: 'sendAt' } })
  const options = useMemo(
    () =>
      (data?.items ?? [])
        .filter(({ startedAt }) => startedAt !== null)
        .map(({ id, name }): TokenOption => ({ value: String(id), label: name })),
    [data],
  )
  const icon = <IconSend size={15} stroke={1.7} aria-hidden />
  return (
    <ManyPicker
      ids={ids}
      onChange={onChange}
      none="All broadcasts"
      options={options}
      noun="broadcast"
      label="Broadcasts"
      icon={icon}
    />
  )
}

type VariantProps = {
  broadcastId: number
  value: string | undefined
  onChange: (variantId: string | undefined) => void
}

/** Chooses one variant of a broadcast that tried several. */
export const VariantPicker = ({ broadcastId, value, onChange }: VariantProps) => {
  const { data } = useCall(broadcastsContract.broadcastResults, { params: { id: broadcastId } })
  const options = (data?.results.variants ?? []).flatMap(({ wayId, subject, label }, index) =>
    wayId === null ? [] : [{ value: String(wayId), label: `${String.fromCharCode(65 + index)} · ${subject || label}` }],
  )
  if (!options.length) return null
  return (
    <Select
      aria-label="Variant"
      placeholder="All variants"
      data={options}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      clearable
      w={190}
    />
  )
}
