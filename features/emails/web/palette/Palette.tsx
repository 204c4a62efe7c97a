import { Loader, Tabs } from '@mantine/core'
import { Suspense } from 'react'
import c from './palette.module.css'
import { PANELS } from './panels.ts'

/** The left side of the editor: what can be added, the look of the whole mail, uploaded images. */
export const Palette = () => (
  <Tabs defaultValue="content" variant="pills" keepMounted={false} classNames={{ tab: c.tab }}>
    <Tabs.List grow>
      {PANELS.map(({ key, label }) => (
        <Tabs.Tab key={key} value={key}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {PANELS.map(({ key, Panel }) => (
      <Tabs.Panel key={key} value={key}>
        <Suspense fallback={<Loader m={20} />}>
          <Panel />
        </Suspense>
      </Tabs.Panel>
    ))}
  </Tabs>
)
