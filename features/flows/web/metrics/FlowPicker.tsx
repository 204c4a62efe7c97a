import { ManyPicker, type TokenOption, useCall } from '@millrace/kit/web'
import { IconRoute } from '@tabler/icons-react'
import { useMemo } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'

type Props = {
  ids: readonly number[]
  onChange: (ids: number[]) => void
  /** What choosing none means. */
  none: string
}

/** Chooses flows: search, arrow keys, several at once. */
export const FlowPicker = (props: Props) => {
  const { data } = useCall(calls.listFlowNames)
  const options = useMemo(
    () =>
      (data?.integrations ?? [])
        .toSorted((a, b) => Number(a.archived) - Number(b.archived) || a.name.localeCompare(b.name))
        .map(
          ({ id, name, archived }): TokenOption => ({
            value: String(id),
            label: name,
            group: archived ? 'Archived' : undefined,
          }),
        ),
    [data],
  )
  const icon = <IconRoute size={15} stroke={1.7} aria-hidden />
  return <ManyPicker {...props} options={options} noun="flow" label="Flows" icon={icon} />
}
