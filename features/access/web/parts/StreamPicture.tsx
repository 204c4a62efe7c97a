import {
  IconBolt,
  IconClock,
  IconFilter,
  IconFlag3,
  IconMail,
  IconPointer,
  IconTag,
  IconUsers,
} from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import css from './StreamPicture.module.css'

type StepProps = {
  kind: 'trigger' | 'action' | 'wait' | 'filter' | 'goal'
  over: string
  title: string
  text: string
  icon: ReactNode
  at: [x: number, y: number]
  people?: string
  badge?: string
  isOpen?: boolean
  children?: ReactNode
}

const Step = ({ kind, over, title, text, icon, at: [x, y], people, badge, isOpen, children }: StepProps) => {
  const style = { left: x, top: y, '--kind': `var(--c-${kind})`, '--kind-bg': `var(--c-${kind}-bg)` }
  return (
    <div className={css.step} data-open={isOpen || undefined} style={style as CSSProperties}>
      <div className={css.head}>
        <i className={css.tile}>{icon}</i>
        <div>
          <span className={css.over}>{over}</span>
          <b>{title}</b>
        </div>
      </div>
      <p>{text}</p>
      {children}
      {people && (
        <div className={css.people}>
          <IconUsers size={12} stroke={1.7} />
          {people}
          {badge && <span className={css.badge}>{badge}</span>}
        </div>
      )}
    </div>
  )
}

/** Down the middle, then to both sides; people travel along it. */
const STEM = 'M 320 96 V 620'
const LEFT = 'M 320 620 V 640 Q 320 654 306 654 H 194 Q 180 654 180 668 V 720'
const RIGHT = 'M 320 620 V 640 Q 320 654 334 654 H 446 Q 460 654 460 668 V 720'
const ROUTES = [LEFT, RIGHT, LEFT, LEFT, RIGHT]

const Travellers = () => (
  <>
    {ROUTES.map((end, index) => (
      <i
        key={index}
        className={css.traveller}
        style={{ offsetPath: `path('${STEM} ${end.replace('M 320 620', '')}')`, animationDelay: `${index * -2.6}s` }}
      />
    ))}
  </>
)

const Metrics = () => (
  <div className={css.metrics}>
    {[
      ['99.2%', 'Delivered'],
      ['58.4%', 'Opened'],
      ['21.7%', 'Clicked'],
    ].map(([value, label]) => (
      <span key={label}>
        <b>{value}</b>
        {label}
      </span>
    ))}
  </div>
)

const MailCard = () => (
  <div className={css.mail}>
    <div className={css.mailHead}>
      From <b>Mara at Northwind</b>
      <br />
      Subject <b>Welcome aboard, Ines</b>
    </div>
    <div className={css.mailBody}>
      <div className={css.sheet}>
        <b>Good to have you here.</b>
        <i style={{ width: '92%' }} />
        <i style={{ width: '78%' }} />
        <i style={{ width: '84%' }} />
        <span className={css.button}>Create a project</span>
      </div>
    </div>
  </div>
)

const FACTS = [
  { icon: <IconMail size={13} stroke={1.8} />, text: 'Ines opened the mail', at: 'just now' },
  { icon: <IconPointer size={13} stroke={1.8} />, text: 'Ines clicked “Create a project”', at: '4s' },
  { icon: <IconTag size={13} stroke={1.8} />, text: 'Tag added: activated', at: '5s' },
]

const Facts = () => (
  <ul className={css.facts}>
    {FACTS.map(({ icon, text, at }) => (
      <li key={text}>
        {icon}
        {text}
        <span>{at}</span>
      </li>
    ))}
  </ul>
)

/** A flow at work, drawn: people go along, a mail is read, something happens. Decoration only. */
export const StreamPicture = () => (
  <div className={css.ground}>
    <div className={css.stage}>
      <svg aria-hidden="true" className={css.lines} width="640" height="900" viewBox="0 0 640 900" fill="none">
        <path d={STEM} />
        <path d={LEFT} />
        <path d={RIGHT} />
      </svg>
      <Travellers />
      <Step
        kind="trigger"
        over="Trigger"
        title="Signed up for trial"
        text="Event account_created, plan is trial"
        icon={<IconBolt size={15} stroke={1.8} />}
        at={[214, 60]}
        people="12,840"
      />
      <Step
        kind="action"
        over="Action"
        title="Welcome aboard"
        text="From Mara at Northwind"
        icon={<IconMail size={15} stroke={1.8} />}
        at={[214, 208]}
        people="12,840"
        isOpen
      >
        <Metrics />
      </Step>
      <Step
        kind="wait"
        over="Wait"
        title="Wait 2 days"
        text="Until 09:00 in their time zone"
        icon={<IconClock size={15} stroke={1.8} />}
        at={[214, 400]}
        people="12,811"
        badge="1,346 waiting"
      />
      <Step
        kind="filter"
        over="Filter"
        title="Created a project?"
        text="Event project_created, ever"
        icon={<IconFilter size={15} stroke={1.8} />}
        at={[214, 534]}
      />
      <span className={css.exit} style={{ left: 250, top: 654 }} data-yes>
        Yes
      </span>
      <span className={css.exit} style={{ left: 392, top: 654 }}>
        No
      </span>
      <Step
        kind="goal"
        over="Goal"
        title="Activated"
        text="34.2% reach it within 14 days"
        icon={<IconFlag3 size={15} stroke={1.8} />}
        at={[74, 704]}
      />
      <Step
        kind="action"
        over="Action"
        title="The shortest path"
        text="From Mara at Northwind"
        icon={<IconMail size={15} stroke={1.8} />}
        at={[354, 704]}
      />
      <MailCard />
      <Facts />
    </div>
  </div>
)
