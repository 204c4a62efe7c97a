import { Paper, Portal } from '@mantine/core'
import { Fragment, useEffect, useRef, useSyncExternalStore } from 'react'
import c from './slash.module.css'
import type { SlashStore } from './slashMenu.ts'

const WIDTH = 240
const HEIGHT = 300

/** The menu behind a slash: arrows move in it while the caret stays in the text. */
export const SlashList = ({ store }: { store: SlashStore }) => {
  const open = useSyncExternalStore(store.subscribe, store.get)
  const list = useRef<HTMLDivElement>(null)
  const at = open?.at ?? 0
  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  if (!open?.place || !open.items.length) return null
  const { left, bottom, top } = open.place
  const isAbove = bottom + HEIGHT > window.innerHeight && top > HEIGHT
  const place = isAbove ? { bottom: window.innerHeight - top + 6 } : { top: bottom + 6 }
  return (
    <Portal>
      <Paper
        ref={list}
        className={c.list}
        role="listbox"
        aria-label="Insert"
        style={{ ...place, left: Math.min(left, window.innerWidth - WIDTH - 8), width: WIDTH, maxHeight: HEIGHT }}
      >
        {open.items.map((item, index) => (
          <Fragment key={`${item.group} ${item.title}`}>
            {open.items[index - 1]?.group !== item.group && <div className={c.group}>{item.group}</div>}
            <button
              type="button"
              role="option"
              tabIndex={-1}
              className={c.item}
              data-index={index}
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => open.choose(item)}
            >
              {item.title}
            </button>
          </Fragment>
        ))}
      </Paper>
    </Portal>
  )
}
