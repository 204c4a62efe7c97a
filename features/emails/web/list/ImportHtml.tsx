import { Alert, Button, Checkbox, FileButton, Group, Textarea } from '@mantine/core'
import { sentenceOf, useMutate } from '@millrace/kit/web'
import { IconFileCode } from '@tabler/icons-react'
import { useState } from 'react'
import { emailCalls as calls } from '../../contract/emailCalls.ts'

type Props = { html: string; onHtml: (html: string) => void }

const LARGEST = 2 << 20

/** Takes HTML from elsewhere: pasted or from a file; styles are put into its elements, its images brought in where asked. */
export const ImportHtml = ({ html, onHtml }: Props) => {
  const [text, setText] = useState('')
  const [withImages, setWithImages] = useState(true)
  const [problem, setProblem] = useState<string>()
  const read = useMutate(calls.importHtml, {
    timeoutMs: 120_000,
    onDone: (answer) => onHtml(answer.html),
    onError: (error) => setProblem(sentenceOf(error)),
  })
  const start = (source: string) => {
    setProblem(undefined)
    if (source.trim()) read.mutate({ body: { html: source, withImages } })
  }
  const take = async (file: File | null) => {
    if (!file) return
    if (file.size > LARGEST) return setProblem('This file is too large. 2 MB is the most.')
    const source = await file.text()
    setText(source)
    start(source)
  }
  const { images = 0, missing = [] } = read.data ?? {}
  return (
    <div>
      <Textarea
        label="HTML"
        description="Paste it, or choose a file. Leave it empty to begin with a short letter."
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
          <FileButton accept=".html,.htm,text/html" onChange={(file) => void take(file)}>
            {(props) => (
              <Button {...props} variant="default" size="xs" leftSection={<IconFileCode size={14} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            size="xs"
            onClick={() => start(text)}
            loading={read.isPending}
            disabled={!text.trim()}
          >
            Read it
          </Button>
        </Group>
      </Group>
      {problem && (
        <Alert color="red" mt={8}>
          {problem}
        </Alert>
      )}
      {read.data?.html === html && html && !problem && (
        <Alert color={missing.length ? 'yellow' : 'green'} mt={8}>
          Ready: styles stand in the elements
          {images > 0 && `, ${images} ${images === 1 ? 'image was' : 'images were'} brought in`}.
          {missing.length > 0 && ` ${missing.length} could not be had and stay where they are: ${missing[0]}`}
        </Alert>
      )}
    </div>
  )
}
