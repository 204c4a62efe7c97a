/** What stands around the text of an email: its subject, whom it is from, and who gets answers and copies. */
export const ENVELOPE = {
  subject: 'Hello',
  preheader: '',
  fromName: 'Mara',
  fromEmail: 'mara@acme.example',
  replyName: '',
  replyEmail: '',
  cc: '',
  bcc: '',
}
