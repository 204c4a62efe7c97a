import { Select } from '@mantine/core'
import { groupOf, numberOf, textOf } from '../../design/read.ts'
import { MergeInput } from '../../parts/MergeInput.tsx'
import { AlignField, PixelField } from '../fields.tsx'
import type { FormProps } from '../form.ts'
import { ItemList } from '../ItemList.tsx'
import c from '../inspector.module.css'

type Icon = { name: string; url: string }

const NETWORKS = [
  'Facebook', 'Instagram', 'LinkedIn', 'X', 'YouTube', 'TikTok', 'GitHub', 'Discord', 'Slack', 'Medium', 'Pinterest',
  'Reddit', 'Telegram', 'Threads', 'Twitter', 'Vimeo', 'WhatsApp', 'Email',
] // biome-ignore format: a list of names
const LOOKS = [
  { value: 'circle', label: 'Circles' },
  { value: 'circle-black', label: 'Black circles' },
  { value: 'circle-white', label: 'White circles' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'squared', label: 'Squares' },
]

const SocialForm = ({ block: { values }, set }: FormProps) => {
  const held = groupOf(values, 'icons')
  const icons = Array.isArray(held.icons) ? (held.icons as Icon[]) : []
  const look = textOf(held, 'iconType') || 'circle'
  return (
    <>
      <ItemList
        name="network"
        items={icons}
        make={(): Icon => ({
          name: NETWORKS.find((one) => !icons.some(({ name }) => name === one)) ?? 'X',
          url: 'https://',
        })}
        onChange={(next, key) => set({ icons: { ...held, icons: next } }, key)}
      >
        {(icon, change, index) => (
          <>
            <Select
              aria-label={`Network ${index + 1}`}
              data={NETWORKS.includes(icon.name) ? NETWORKS : [icon.name, ...NETWORKS]}
              value={icon.name}
              searchable
              allowDeselect={false}
              onChange={(name) => name && change({ name })}
            />
            <MergeInput
              label={`Address of ${icon.name}`}
              hideLabel
              value={icon.url}
              placeholder={icon.name === 'Email' ? 'hello@example.com' : 'https://'}
              onChange={(url) => change({ url })}
            />
          </>
        )}
      </ItemList>
      <Select
        label="Look"
        data={LOOKS.some(({ value }) => value === look) ? LOOKS : [{ value: look, label: look }, ...LOOKS]}
        value={look}
        allowDeselect={false}
        onChange={(iconType) => set({ icons: { ...held, iconType } }, 'look')}
      />
      <div className={c.two}>
        <PixelField
          label="Size"
          value={numberOf(values, 'iconSize', 32)}
          max={80}
          onChange={(iconSize) => set({ iconSize }, 'size')}
        />
        <PixelField
          label="Apart"
          value={numberOf(values, 'spacing', 5)}
          max={60}
          onChange={(spacing) => set({ spacing }, 'spacing')}
        />
      </div>
      <AlignField value={textOf(values, 'align') || 'center'} onChange={(align) => set({ align }, 'align')} />
    </>
  )
}

export default SocialForm
