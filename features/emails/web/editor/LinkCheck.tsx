import { Button } from '@mantine/core'
import { plural, sentenceOf, useMutate } from '@millrace/kit/web'
import { IconCircleX, IconLink } from '@tabler/icons-react'
import { emailCalls as calls, MOST_CHECKED_LINKS } from '../../contract/emailCalls.ts'
import c from './warnings.module.css'

/** Asks the links of the mail whether something is there, when it is told to. */
export const LinkCheck = ({ links }: { links: readonly string[] }) => {
  const check = useMutate(calls.checkLinks, { onError: true, timeoutMs: 90_000 })
  const broken = check.data?.links.filter(({ isReached }) => !isReached) ?? []
  return (
    <>
      {broken.length > 0 && (
        <ul className={c.warnings} aria-label="Links that lead nowhere">
          {broken.map(({ url, message }) => (
            <li key={url} className={c.warning}>
              <IconCircleX size={16} stroke={1.8} aria-hidden data-level="error" />
              <span>
                {url.slice(0, 90)}: {message}
              </span>
            </li>
          ))}
        </ul>
      )}
      {check.isSuccess && !broken.length && (
        <p className={c.fine}>All {plural(check.data.links.length, 'link')} lead somewhere.</p>
      )}
      {check.error && <p className={c.fine}>{sentenceOf(check.error)}</p>}
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconLink size={14} aria-hidden />}
        loading={check.isPending}
        onClick={() => check.mutate({ body: { links: links.slice(0, MOST_CHECKED_LINKS) } })}
      >
        Check {plural(links.length, 'link')}
      </Button>
    </>
  )
}
