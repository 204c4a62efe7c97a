import { Alert, Button, Checkbox, FileButton, Group, Textarea } from '@mantine/core'
import { forget, sentenceOf } from '@millrace/kit/web'
import { IconFileCode } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { imageCalls } from '../../contract/imageCalls.ts'
import c from './emailList.module.css'
import { type MailSource, type ReadMail, readMail } from './readMail.ts'

type Props = { html: string; onHtml: (html: string) => void }

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

// What became of it stands at the end of a dialog that may be longer than the screen.
const intoView = (told: HTMLElement | null) => told?.scrollIntoView({ block: 'nearest' })

const Outcome = ({ read: { images, missing, file, otherFiles = [] } }: { read: ReadMail }) => (
  <Alert color={missing.length ? 'yellow' : 'green'} mt={8} ref={intoView} role="status">
    Ready{file && `: ${file}`}. Styles stand in the elements
    {images > 0 && `, ${plural(images, 'image')} ${images === 1 ? 'was' : 'were'} brought in`}.
    {missing.length > 0 && ` ${missing.length} could not be had and stay where they are: ${missing[0]}.`}
    {otherFiles.length > 0 && ` Other pages of the archive were left out: ${otherFiles.slice(0, 3).join(', ')}.`}
  </Alert>
)

/** What was read of the newest source; answers of earlier ones count no more. */
const useReading = (onHtml: (html: string) => void) => {
  const [read, setRead] = useState<ReadMail>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const newest = useRef(0)
  const start = async (source: MailSource, withImages: boolean) => {
    const turn = ++newest.current
    setProblem(undefined)
    setBusy(true)
    try {
      const answer = await readMail(source, withImages)
      if (turn !== newest.current) return
      setRead(answer)
      onHtml(answer.html)
      if (answer.images) void forget(imageCalls.listImages)
    } catch (error) {
      if (turn === newest.current) setProblem(sentenceOf(error))
    } finally {
      if (turn === newest.current) setBusy(false)
    }
  }
  return { read, problem, isBusy, start }
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/**
 * Takes HTML from elsewhere: pasted, as a file, or packed with its images; styles are put into its elements, images that lie
 * elsewhere brought in where asked.
 */
export const ImportHtml = ({ html, onHtml }: Props) => {
  const [text, setText] = useState('')
  const [withImages, setWithImages] = useState(true)
  const [isOver, setOver] = useState(false)
  const { read, problem, isBusy, start } = useReading((ready) => {
    setText(ready)
    onHtml(ready)
  })
  const take = (file: File | null | undefined) => file && void start({ file }, withImages)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button beside
    <div
      data-over={isOver || undefined}
      className={c.drop}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <Textarea
        label="HTML"
        description="Paste it, or choose a file: a page, or a .zip of a page with its images. Leave it empty to begin with a short letter."
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          onHtml(event.currentTarget.value)
        }}
        minRows={4}
        maxRows={8}
        autosize
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      />
      <Group justify="space-between" mt={8}>
        <Checkbox
          label="Bring its images into the library"
          checked={withImages}
          onChange={(event) => setWithImages(event.currentTarget.checked)}
        />
        <Group gap={8}>
          <FileButton accept=".html,.htm,.zip,text/html,application/zip" onChange={take}>
            {(props) => (
              <Button {...props} variant="default" size="xs" leftSection={<IconFileCode size={14} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            size="xs"
            onClick={() => void start({ html: text }, withImages)}
            loading={isBusy}
            disabled={!text.trim()}
          >
            Read it
          </Button>
        </Group>
      </Group>
      {problem && (
        <Alert color="red" mt={8} ref={intoView}>
          {problem}
        </Alert>
      )}
      {read?.html === html && html && !problem && <Outcome read={read} />}
    </div>
  )
}
