import { EmailLink, EmailLook, EmailPicker } from '@millrace/emails/web'
import { IconMail } from '@tabler/icons-react'
import type { Broadcast } from '../../contract/broadcast.ts'
import type { Problem } from '../../contract/problems.ts'
import { Problems } from '../parts/Problems.tsx'
import { Card } from './Card.tsx'
import type { Saves } from './useSaves.ts'

type Props = { item: Broadcast; saves: Saves; problems: readonly Problem[] }

/** Which email a broadcast sends. */
export const EmailCard = ({ item, saves, problems }: Props) => (
  <Card
    icon={<IconMail size={17} stroke={1.7} />}
    title="Email"
    about="It leaves as it is saved when the broadcast begins; what you save later changes nothing of it."
    action={item.emailId !== null && <EmailLink emailId={item.emailId}>Edit email</EmailLink>}
  >
    <EmailPicker value={item.emailId ?? undefined} onChange={(emailId) => saves.change({ emailId: emailId ?? null })} />
    {item.emailId !== null && <EmailLook emailId={item.emailId} />}
    <Problems of={problems.filter(({ of }) => of === 'sender' || of === 'address')} />
  </Card>
)
