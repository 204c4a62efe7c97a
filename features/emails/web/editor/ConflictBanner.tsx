import { Button, Group } from '@mantine/core'
import { Banner, queryClient, queryOf, sentenceOf, told } from '@millrace/kit/web'
import { useState } from 'react'
import type { Version } from '../../contract/email.ts'
import { versionCalls } from '../../contract/versionCalls.ts'

type Props = { emailId: number; onMine: () => void; onTheirs: (version: Version) => void }

/** Says that the email was changed elsewhere meanwhile, and asks which words stay. */
export const ConflictBanner = ({ emailId, onMine, onTheirs }: Props) => {
  const [isBusy, setBusy] = useState(false)
  const takeTheirs = async () => {
    setBusy(true)
    try {
      // The answer that is kept is the version that was opened, so it is asked for anew.
      const latest = queryOf(versionCalls.latestVersion, { params: { id: emailId } }, { staleMs: 0 })
      onTheirs((await queryClient.fetchQuery(latest)).version)
    } catch (error) {
      told.error("We couldn't load version history.", sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Banner tone="warn">
      This email was changed elsewhere meanwhile: in another tab, or by somebody else. Nothing of it was written over.
      <Group gap={8} mt={8}>
        <Button size="xs" onClick={onMine}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={() => void takeTheirs()} loading={isBusy}>
          Take the other
        </Button>
      </Group>
    </Banner>
  )
}
