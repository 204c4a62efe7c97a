import { SegmentedControl, TextInput } from '@mantine/core'
import { newId } from '../../design/newBlock.ts'
import { groupOf, hrefOf, textOf, withHref } from '../../design/read.ts'
import { MergeInput } from '../../parts/MergeInput.tsx'
import { FontAndSize } from '../FontAndSize.tsx'
import { AlignField, ColorField, Labelled } from '../fields.tsx'
import type { FormProps } from '../form.ts'
import { ItemList } from '../ItemList.tsx'
import { PaddingField } from '../PaddingField.tsx'

type Item = { key: string; text: string; link?: unknown }

const MenuForm = ({ block, block: { values }, set }: FormProps) => {
  const held = groupOf(values, 'menu')
  const items = Array.isArray(held.items) ? (held.items as Item[]) : []
  return (
    <>
      <ItemList
        name="item"
        items={items}
        make={(): Item => ({ key: newId(), text: 'New item', link: withHref(undefined, 'https://') })}
        onChange={(next, key) => set({ menu: { ...held, items: next } }, key)}
      >
        {(item, change, index) => (
          <>
            <TextInput
              aria-label={`Words of item ${index + 1}`}
              value={item.text}
              onChange={(event) => change({ text: event.currentTarget.value })}
            />
            <MergeInput
              label={`Link of item ${index + 1}`}
              hideLabel
              placeholder="https://"
              value={hrefOf(item.link)}
              onChange={(href) => change({ link: withHref(item.link, href) })}
            />
          </>
        )}
      </ItemList>
      <Labelled label="Direction">
        <SegmentedControl
          fullWidth
          aria-label="Direction"
          data={[
            { value: 'horizontal', label: 'Side by side' },
            { value: 'vertical', label: 'Stacked' },
          ]}
          value={textOf(values, 'layout') || 'horizontal'}
          onChange={(layout) => set({ layout }, 'layout')}
        />
      </Labelled>
      <TextInput
        label="Between items"
        placeholder="Nothing"
        maxLength={5}
        value={textOf(values, 'separator')}
        onChange={(event) => set({ separator: event.currentTarget.value }, 'separator')}
      />
      <FontAndSize block={block} set={set} largest={48}>
        <ColorField
          label="Colour"
          value={textOf(values, 'linkColor')}
          onChange={(linkColor) => set({ linkColor, textColor: linkColor }, 'color')}
        />
      </FontAndSize>
      <AlignField value={textOf(values, 'align') || 'center'} onChange={(align) => set({ align }, 'align')} />
      <PaddingField
        label="Space around items"
        value={textOf(values, 'padding') || '5px 15px'}
        onChange={(padding) => set({ padding }, 'padding')}
      />
    </>
  )
}

export default MenuForm
