import { ActionIcon, Menu } from '@mantine/core'
import { useGo, useMutate } from '@millrace/kit/web'
import { IconArchive, IconDots } from '@tabler/icons-react'
import { Suspense } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import { type FlowSlotProps, MENU_ITEMS } from './slots.ts'

/** What else can be done with a flow. */
export const FlowMenu = (slot: FlowSlotProps) => {
  const { flow, isReadOnly } = slot
  const go = useGo()
  const archive = useMutate(calls.updateFlow, { invalidates: [calls.listFlows], onDone: () => go('/flows') })
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="More">
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
