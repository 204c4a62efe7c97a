import { EmailLink, EmailLook, EmailPicker } from '@millrace/emails/web'
import { IconMail } from '@tabler/icons-react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { Card } from './Card.tsx'
import type { Saves } from './useSaves.ts'

/** Which email a broadcast sends. */
export const EmailCard = ({ item, saves }: { item: Broadcast; saves: Saves }) => (
  <Card
    icon={<IconMail size={17} stroke={1.7} />}
    title="Email"
    about="It leaves as it is saved when the broadcast begins; what you save later changes nothing of it."
    action={item.emailId !== null && <EmailLink emailId={item.emailId}>Edit email</EmailLink>}
  >
    <EmailPicker value={item.emailId ?? undefined} onChange={(emailId) => saves.change({ emailId: emailId ?? null })} />
    {item.emailId !== null && <EmailLook emailId={item.emailId} />}
  </Card>
)
