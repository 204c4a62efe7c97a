import { ActionIcon, Autocomplete, Button } from '@mantine/core'
import {
  ErrorPanel,
  NarrowPage,
  PageHead,
  PageSkeleton,
  PermissionBanner,
  told,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { accountCalls, EMAIL_FONTS, fontStack, isFontName } from '../../contract/index.ts'
import c from '../email/email.module.css'
import { SHOWN } from '../parts/shown.ts'

const [ALWAYS] = EMAIL_FONTS
const SAMPLE = 'The quick brown fox jumps over the lazy dog'

const useFonts = (fonts: readonly string[], failed: string, onDone?: () => void) => {
  const save = useMutate(accountCalls.updateAccount, {
    invalidates: SHOWN,
    success: 'Saved',
    scope: 'account fonts',
    onError: () => told.error(failed),
    ...(onDone && { onDone }),
  })
  return {
    isPending: save.isPending,
    add: (font: string) => save.mutate({ body: { emailFonts: [...fonts, font] } }),
    remove: (font: string) => save.mutate({ body: { emailFonts: fonts.filter((one) => one !== font) } }),
  }
}

const NewFont = ({ fonts }: { fonts: readonly string[] }) => {
  const [name, setName] = useState('')
  const { add, isPending } = useFonts(fonts, "Couldn't save the font.", () => setName(''))
  const typed = name.trim()
  const isTaken = fonts.some((font) => font.toLowerCase() === typed.toLowerCase())
  const isWrong = typed !== '' && !isFontName(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed && !isTaken && !isWrong) add(typed)
  }
  return (
    <form className={c.add} onSubmit={submit}>
      <Autocomplete
        label="Add a font"
        description="Readers who do not have it see the one that comes next to it."
        placeholder="Georgia"
        maxLength={60}
        data={EMAIL_FONTS.filter((font) => !fonts.includes(font))}
        value={name}
        error={
          isTaken
            ? 'This font is in the list.'
            : isWrong
              ? 'A font has letters, digits, spaces and hyphens.'
              : undefined
        }
        onChange={setName}
      />
      <Button type="submit" loading={isPending} disabled={!typed || isTaken || isWrong}>
        Add font
      </Button>
    </form>
  )
}

const FontRow = ({ font, fonts, mayWrite }: { font: string; fonts: readonly string[]; mayWrite: boolean }) => {
  const { remove, isPending } = useFonts(fonts, "Couldn't delete the font.")
  return (
    <li>
      <div className={c.font}>
        <span className={c.sample} style={{ fontFamily: fontStack(font) }}>
          {SAMPLE}
        </span>
        <small>{font}</small>
      </div>
      {mayWrite && font !== ALWAYS && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete ${font}`}
          loading={isPending}
          onClick={() => remove(font)}
        >
          <IconTrash size={16} stroke={1.7} />
        </ActionIcon>
      )}
    </li>
  )
}

/** The fonts that the editors offer. */
const EmailFonts = () => {
  const { data: account, error, refetch } = useCall(accountCalls.accountInfo)
  const mayWrite = useMay('emailSettings:write')
  const fonts = account?.emailFonts ?? []
  return (
    <NarrowPage>
      <PageHead title="Email fonts" sub="The fonts that writers can choose from." />
      {!mayWrite && <PermissionBanner scope="emailSettings:write" />}
      {error && !account && <ErrorPanel error={error} onRetry={refetch} />}
      {!account && !error && <PageSkeleton />}
      {account && mayWrite && <NewFont fonts={fonts} />}
      {account && (
        <ul className={c.fonts} aria-label="Fonts">
          {fonts.map((font) => (
            <FontRow key={font} font={font} fonts={fonts} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
    </NarrowPage>
  )
}

export default EmailFonts
