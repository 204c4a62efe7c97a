import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import c from './inspector.module.css'

type Props<T> = {
  /** What one is called, in small letters. */
  name: string
  items: readonly T[]
  onChange: (items: T[], key?: string) => void
  make: () => T
  children: (item: T, set: (change: Partial<T>) => void, index: number) => ReactNode
}

/** A list of things in a block: added, moved, removed, each with its fields. */
export const ItemList = <T extends object>({ name, items, onChange, make, children }: Props<T>) => {
  const move = (from: number, by: -1 | 1) => {
    const item = items[from]
    if (item) onChange(items.toSpliced(from, 1).toSpliced(from + by, 0, item))
  }
  return (
    <div className={c.items}>
      {items.map((item, index) => (
        <fieldset key={index} className={c.item}>
          <legend className="visually-hidden">{`${name} ${index + 1}`}</legend>
          <div className={c.itemFields}>
            {children(item, (change) => onChange(items.with(index, { ...item, ...change }), `item${index}`), index)}
          </div>
          <div className={c.itemTools}>
            <ActionIcon
              size={24}
              aria-label={`Move ${name} ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon
              size={24}
              aria-label={`Move ${name} ${index + 1} down`}
              disabled={index === items.length - 1}
              onClick={() => move(index, 1)}
            >
              <IconArrowDown size={14} />
            </ActionIcon>
            <ActionIcon
              size={24}
              aria-label={`Remove ${name} ${index + 1}`}
              onClick={() => onChange(items.toSpliced(index, 1))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </div>
        </fieldset>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...items, make()])}
      >
        {`Add ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`}
      </Button>
    </div>
  )
}
