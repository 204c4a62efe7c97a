import { Modal } from '@mantine/core'
import { Keys, useShortcuts } from '@millrace/kit/web'
import css from './Palette.module.css'
import { closeOver } from './palette.ts'

/** The shortcuts that work on this page, by group. */
export default function ShortcutList() {
  const shortcuts = useShortcuts()
  const groups = [...new Set(shortcuts.map(({ group }) => group))]
  return (
    <Modal opened onClose={closeOver} title="Keyboard shortcuts" size={560}>
      <div className={css.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl className={css.keys}>
              {shortcuts
                .filter((one) => one.group === group)
                .map(({ keys, label }) => (
                  <div key={keys}>
                    <dt>{label}</dt>
                    <dd>
                      {keys.split(' then ').map((part, index) => (
                        <span key={part}>
                          {index > 0 && <small> then </small>}
                          <Keys of={part} />
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
