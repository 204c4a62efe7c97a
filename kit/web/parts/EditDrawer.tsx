import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import { askFirst } from './askFirst.ts'
import { Drawer } from './Drawer.tsx'
import css from './EditDrawer.module.css'

type Props = {
  /** What is done, in small words above the title: "Edit person". */
  over: string
  title: string
  /** There is something to save. */
  isDirty: boolean
  isSaving: boolean
  onSave: () => void
  onClose: () => void
  /** The fields; headings between them are `h3`. */
  children: ReactNode
}

/** A drawer whose fields are saved together. Whoever leaves it with changes is asked first. */
export const EditDrawer = ({ over, title, isDirty, isSaving, onSave, onClose, children }: Props) => {
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty && !isSaving) onSave()
  }
  const close = async () => {
    const question = {
      title: 'Discard your changes?',
      children: 'They are not saved yet.',
      confirm: 'Discard',
      danger: true,
    }
    if (!isDirty || (await askFirst(question))) onClose()
  }
  return (
    <Drawer
      opened
      onClose={() => void close()}
      over={over}
      title={title}
      width={440}
      foot={
        <>
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={isSaving} disabled={!isDirty}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit} noValidate>
        {children}
      </form>
    </Drawer>
  )
}
