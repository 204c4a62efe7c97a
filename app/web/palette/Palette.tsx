import { Modal } from '@mantine/core'
import { type Command, matchCommands, useGo } from '@millrace/kit/web'
import { IconCornerDownLeft } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { pageCommands, sources, useDeeds } from './commands.tsx'
import css from './Palette.module.css'
import { closeOver } from './palette.ts'

type Found = { group: string; commands: readonly Command[] }

const PAUSE = 180

/** What the features find for a text, as it comes in. */
const useFound = (text: string): Found[] => {
  const [found, setFound] = useState<Found[]>([])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted.length < 2) return setFound([])
    const stop = new AbortController()
    const timer = setTimeout(() => {
      setFound([])
      for (const { group, find } of sources) {
        find(wanted, stop.signal).then(
          (commands) => {
            if (!stop.signal.aborted && commands.length) setFound((before) => [...before, { group, commands }])
          },
          // A source that does not answer leaves its group out; the pages and the other groups stand.
          () => undefined,
        )
      }
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return found
}

/** Search over everything, and every command. */
export default function Palette() {
  const go = useGo()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const deeds = useDeeds()
  const found = useFound(text)
  const groups = useMemo<Found[]>(
    () =>
      [
        ...found,
        { group: 'Go to', commands: matchCommands(pageCommands(), text) },
        { group: 'Do', commands: matchCommands(deeds, text) },
      ].filter(({ commands }) => commands.length > 0),
    [found, text, deeds],
  )
  const all = groups.flatMap(({ commands }) => commands)
  const choose = (command: Command | undefined) => {
    if (!command) return
    closeOver()
    if (command.to) go(command.to)
    command.run?.()
  }
  const move = (to: number) => {
    const next = (to + all.length) % Math.max(1, all.length)
    setAt(next)
    list.current?.querySelector(`[data-index="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'Enter') choose(all[at])
    else return
    event.preventDefault()
  }
  let index = -1
  return (
    <Modal.Root opened onClose={closeOver} padding={0} size={600} yOffset="12vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <input
          className={css.input}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKey}
          placeholder="Search people, flows, emails, or type a command"
          aria-label="Search and commands"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={all[at] ? `${id}-${at}` : undefined}
          data-autofocus
        />
        <div className={css.list} ref={list} id={id} role="listbox" aria-label="Results">
          {groups.map(({ group, commands }) => (
            <div key={group} role="group" aria-label={group}>
              <div className={css.group} aria-hidden="true">
                {group}
              </div>
              {commands.map((command) => {
                index++
                const mine = index
                return (
                  <div
                    key={command.id}
                    id={`${id}-${mine}`}
                    className={css.row}
                    role="option"
                    tabIndex={-1}
                    aria-selected={mine === at}
                    data-index={mine}
                    data-at={mine === at || undefined}
                    onMouseMove={() => setAt(mine)}
                    onClick={() => choose(command)}
                    onKeyDown={() => undefined}
                  >
                    {command.icon}
                    <span className={css.label}>{command.label}</span>
                    {command.note && <small>{command.note}</small>}
                    {mine === at && <IconCornerDownLeft size={14} stroke={1.7} aria-hidden />}
                  </div>
                )
              })}
            </div>
          ))}
          {all.length === 0 && <div className={css.none}>Nothing found for “{text}”</div>}
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
