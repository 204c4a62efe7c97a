import { Button } from '@mantine/core'
import { ApiError, IconTile, ProgressBar, sentenceOf } from '@millrace/kit/web'
import { IconAlertTriangle, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { LARGEST_FILE } from '../../contract/import.ts'
import { uploadFile } from '../parts/uploadFile.ts'
import c from './upload.module.css'

const SPREADSHEET = /\.(?:xlsx?|ods|numbers)$/i
const OTHERS = /\.(?:pdf|docx?|pptx?|png|jpe?g|gif|webp|svg|json|html?|xml|vcf|mbox|sql|rar|7z|exe)$/i

const refusalOf = (file: File): string | undefined => {
  if (SPREADSHEET.test(file.name)) return `${file.name} is a spreadsheet. Save it as CSV first, then bring that file.`
  if (OTHERS.test(file.name)) return `${file.name} is no CSV file. Export your people as CSV, then bring that file.`
  if (file.size > LARGEST_FILE) return 'The file is larger than 200 MB. Please split it.'
  return file.size === 0 ? 'The file is empty.' : undefined
}

/** The connection broke, or the server was not well: the same file may get through. */
const mayWorkAgain = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

const Sending = ({ name, share, onStop }: { name: string; share: number; onStop: () => void }) => (
  <output className={c.sending}>
    <IconFileSpreadsheet size={22} stroke={1.6} aria-hidden />
    <div>
      <b>{name}</b>
      <ProgressBar label={`Uploading ${name}`} done={Math.round(share * 100)} total={100} unit="percent" />
      <small>{share < 1 ? `${Math.round(share * 100)}% uploaded` : 'Reading the file…'}</small>
    </div>
    <Button variant="default" size="xs" onClick={onStop}>
      Stop
    </Button>
  </output>
)

/** Takes a file by drag or by choosing, and uploads it. */
export const UploadStage = ({
  like,
  onUploaded,
}: {
  /** The name of the import whose mapping is taken over. */
  like: string | undefined
  onUploaded: (key: string) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [sending, setSending] = useState<{ name: string; share: number; stop: AbortController }>()
  const [problem, setProblem] = useState<string>()
  const [failed, setFailed] = useState<File>()
  const stop = sending?.stop
  useEffect(() => () => stop?.abort(), [stop])

  const take = async (file: File | undefined) => {
    if (!file || sending) return
    const refusal = refusalOf(file)
    setProblem(refusal)
    setFailed(undefined)
    if (refusal) return
    const controller = new AbortController()
    setSending({ name: file.name, share: 0, stop: controller })
    try {
      const key = await uploadFile(file, (share) => setSending((now) => now && { ...now, share }), controller.signal)
      onUploaded(key)
    } catch (error) {
      setSending(undefined)
      if (error instanceof ApiError && error.name === 'Aborted') return
      setProblem(sentenceOf(error, 'Error while importing.'))
      if (!(error instanceof ApiError) || mayWorkAgain(error)) setFailed(file)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <>
      {like && (
        <p className={c.like}>
          Columns, tags and the choice about people who are there already are taken over from <b>{like}</b>.
        </p>
      )}
      <section
        className={c.drop}
        data-over={isOver || undefined}
        aria-label="File to import"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {sending ? (
          <Sending {...sending} onStop={() => sending.stop.abort()} />
        ) : (
          <>
            <IconTile meaning="action" size={48}>
              <IconUpload size={23} stroke={1.7} />
            </IconTile>
            <h2>Drop a CSV file here</h2>
            <p>
              One person a row, best with the names of the columns in the first one. Up to 200 MB, also as .gz or .zip.
            </p>
            <Button onClick={() => input.current?.click()}>Choose a file</Button>
          </>
        )}
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.gz,.zip,text/csv,text/tab-separated-values,text/plain"
          className={c.hidden}
          tabIndex={-1}
          aria-label="CSV file"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </section>
      {problem && (
        <p className={c.problem} role="alert">
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
          <span>{problem}</span>
          {failed && (
            <Button variant="default" size="xs" onClick={() => void take(failed)}>
              Try again
            </Button>
          )}
        </p>
      )}
      <dl className={c.hints}>
        <div>
          <dt>Any export will do</dt>
          <dd>Commas, semicolons or tabs; UTF-8, Excel’s or older encodings. We find out which.</dd>
        </div>
        <div>
          <dt>People are told apart by email or user ID</dt>
          <dd>Whoever is there already is updated, never made twice.</dd>
        </div>
        <div>
          <dt>Nothing is lost</dt>
          <dd>Rows that cannot be read are listed with the reason, to be mended and brought again.</dd>
        </div>
      </dl>
    </>
  )
}
