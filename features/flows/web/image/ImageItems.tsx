import { Menu } from '@mantine/core'
import { told } from '@millrace/kit/web'
import { IconPhoto } from '@tabler/icons-react'
import type { FlowSlotProps } from '../screens/slots.ts'

/** The lines of the flow's menu that save it as a picture. */
export default function ImageItems({ flow, store, names }: FlowSlotProps) {
  const save = async (kind: 'png' | 'svg') => {
    try {
      const { saveImage } = await import('./saveImage.ts')
      await saveImage(kind, flow.name, store.state().document, names)
    } catch (error) {
      told.error((error as Error).message || 'The picture could not be made.')
    }
  }
  return (
    <>
      {(['png', 'svg'] as const).map((kind) => (
        <Menu.Item key={kind} leftSection={<IconPhoto size={15} />} onClick={() => void save(kind)}>
          Save as {kind.toUpperCase()}
        </Menu.Item>
      ))}
    </>
  )
}
