type Block = { type: 'heading' | 'text' | 'button' | 'divider'; values: Record<string, unknown> }

/** One email of the story. */
export type StoryEmail = { name: string; subject: string; preheader: string; blocks: Block[] }

const padding = { containerPadding: '12px 24px' }
const heading = (text: string): Block => ({
  type: 'heading',
  values: {
    ...padding,
    text,
    headingType: 'h1',
    fontSize: '26px',
    fontWeight: 700,
    lineHeight: '130%',
    textAlign: 'left',
    color: '#18181d',
  },
})
const text = (html: string): Block => ({
  type: 'text',
  values: { ...padding, text: html, fontSize: '15px', lineHeight: '160%', textAlign: 'left', color: '#3f3f4a' },
})
const button = (label: string, href: string): Block => ({
  type: 'button',
  values: {
    ...padding,
    text: `<span>${label}</span>`,
    href: { name: 'web', values: { href, target: '_blank' } },
    buttonColors: {
      color: '#FFFFFF',
      backgroundColor: '#5A55DB',
      hoverColor: '#FFFFFF',
      hoverBackgroundColor: '#4A45C4',
    },
    size: { autoWidth: true, width: '100%' },
    fontSize: '14px',
    textAlign: 'left',
    padding: '12px 22px',
    borderRadius: '8px',
    lineHeight: '120%',
  },
})
const divider: Block = {
  type: 'divider',
  values: {
    ...padding,
    width: '100%',
    border: { borderTopWidth: '1px', borderTopStyle: 'solid', borderTopColor: '#E6E6EB' },
  },
}
const footer = text(
  '<p style="font-size:12px;color:#6b6b78">{{ account.name }} · {{ account.mailing_address }} · <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
)

/** The emails of the story; the flows name them. */
export const STORY_EMAILS: readonly StoryEmail[] = [
  {
    name: 'Welcome to Northwind',
    subject: "Welcome aboard, {{ person.firstName | default: 'friend' }}",
    preheader: 'Your workspace is ready',
    blocks: [
      heading("Good to have you here, {{ person.firstName | default: 'friend' }}."),
      text(
        '<p>Your workspace at <b>{{ person.company | default: "Northwind" }}</b> is ready. Most teams create their first project in under ten minutes; here is the shortest path.</p>',
      ),
      button('Create a project', 'https://northwind.example/projects/new'),
      text(
        '<p>Stuck? Just <a href="https://northwind.example/help">read the guide</a> or reply to this mail; a person reads it.</p>',
      ),
      divider,
      footer,
    ],
  },
  {
    name: 'Invite your team',
    subject: 'Projects move faster with two people in them',
    preheader: 'Inviting takes ten seconds',
    blocks: [
      heading('You started a project. Nice.'),
      text(
        '<p>Teams of two or more finish their first project three times as often. Inviting somebody takes ten seconds.</p>',
      ),
      button('Invite a teammate', 'https://northwind.example/team'),
      divider,
      footer,
    ],
  },
  {
    name: 'Need a hand?',
    subject: 'Shall we set it up together?',
    preheader: 'Fifteen minutes, no slides',
    blocks: [
      heading('The first project is the hardest.'),
      text(
        '<p>Hi {{ person.firstName | default: "there" }}, pick a time and we build it together. Fifteen minutes, no slides.</p>',
      ),
      button('Pick a time', 'https://northwind.example/call'),
      divider,
      footer,
    ],
  },
  {
    name: 'Webinar: thank you',
    subject: 'The recording, and the three links we promised',
    preheader: 'Thank you for coming',
    blocks: [
      heading('Thank you for coming.'),
      text('<p>Here is the <a href="https://northwind.example/webinar">recording</a>.</p>'),
      divider,
      footer,
    ],
  },
]

const meta = (kind: string, number: number) => ({
  _meta: { htmlID: `u_${kind}_${number}`, htmlClassNames: `u_${kind}` },
})

/** An email's blocks as Unlayer design JSON: one row of one column. */
export const designOf = ({ blocks }: StoryEmail): Record<string, unknown> => {
  const counters: Record<string, number> = { u_row: 1, u_column: 1 }
  const contents = blocks.map(({ type, values }, index) => {
    const number = (counters[`u_content_${type}`] ?? 0) + 1
    counters[`u_content_${type}`] = number
    return {
      id: `block${index}`,
      type,
      values: {
        ...values,
        selectable: true,
        draggable: true,
        duplicatable: true,
        deletable: true,
        ...meta(`content_${type}`, number),
      },
    }
  })
  const column = {
    id: 'column1',
    contents,
    values: { backgroundColor: '', padding: '16px 0px', border: {}, borderRadius: '0px', ...meta('column', 1) },
  }
  return {
    counters,
    body: {
      id: 'body',
      rows: [
        {
          id: 'row1',
          cells: [1],
          columns: [column],
          values: { backgroundColor: '', columnsBackgroundColor: '#ffffff', padding: '24px 0px', ...meta('row', 1) },
        },
      ],
      headers: [],
      footers: [],
      values: {
        backgroundColor: '#F1F1F4',
        contentWidth: '600px',
        contentAlign: 'center',
        fontFamily: { label: 'Arial', value: 'arial,helvetica,sans-serif' },
        textColor: '#18181d',
        linkStyle: { body: true, linkColor: '#5A55DB', linkUnderline: true },
        ...meta('body', 1),
      },
    },
    schemaVersion: 16,
  }
}
