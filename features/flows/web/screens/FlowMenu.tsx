import { ActionIcon, Menu } from '@mantine/core'
import { useGo, useMutate } from '@millrace/kit/web'
import { IconArchive, IconCopy, IconDots } from '@tabler/icons-react'
import { Suspense } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import { type FlowSlotProps, MENU_ITEMS } from './slots.ts'

/** What else can be done with a flow. */
export const FlowMenu = (slot: FlowSlotProps) => {
  const { flow, isReadOnly } = slot
  const go = useGo()
  const copy = useMutate(calls.createFlow, {
    invalidates: [calls.listFlows],
    success: 'Flow copied.',
    onDone: ({ integration }) => go(`/flows/${integration.id}`),
  })
  const archive = useMutate(calls.updateFlow, { invalidates: [calls.listFlows], onDone: () => go('/flows') })
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="More">
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isReadOnly && (
          <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => copy.mutate({ query: { source: flow.id } })}>
            Copy flow
          </Menu.Item>
        )}
        <Suspense fallback={null}>
          {MENU_ITEMS.filter(({ isForEditors }) => !isForEditors || !isReadOnly).map(({ name, part: Part }) => (
            <Part key={name} {...slot} />
          ))}
        </Suspense>
        {!isReadOnly && (
          <Menu.Item
            color="red"
            leftSection={<IconArchive size={15} />}
            onClick={() => archive.mutate({ params: { id: flow.id }, body: { archived: true } })}
          >
            Archive flow
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
