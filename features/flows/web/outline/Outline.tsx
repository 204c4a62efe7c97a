import { ActionIcon, Select } from '@mantine/core'
import { count, Drawer } from '@millrace/kit/web'
import { IconArrowsSplit2, IconPlayerTrackNext, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { exitsOf, stepTypeOf, summaryOf } from '../../contract/index.ts'
import type { FlowDocument, LinkPart, StepPart } from '../canvas/document.ts'
import { remove } from '../canvas/document.ts'
import { inOrder } from '../canvas/inOrder.ts'
import { StepIcon } from '../canvas/stepIcon.tsx'
import { asStep } from '../canvas/toNodes.ts'
import type { FlowPanelProps } from '../screens/slots.ts'
import css from './outline.module.css'

type Line = FlowPanelProps & { document: FlowDocument; titleOf(key: string): string }

/** Deletes a link; the focus goes to the step that it left. */
const cut = ({ store }: Line, { key }: LinkPart, at: HTMLElement) => {
  const step = at.closest('ul')?.parentElement?.querySelector('button')
  const diff = remove(store.state().document, new Set([key]))
  void store.commit(diff).then((isDone) => isDone && step?.focus())
}

const LinkLine = (line: Line & { link: LinkPart }) => {
  const { link, titleOf, store, edits, isReadOnly, goTo } = line
  const title = titleOf(link.target)
  const id = store.idOf(link.target)
  return (
    <li className={css.link}>
      <button type="button" onClick={() => id !== undefined && goTo(id)}>
        {link.condition ? `${link.condition} → ` : '→ '}
        {title}
      </button>
      {!isReadOnly && (
        <span>
          {link.condition && (
            <ActionIcon
              size={24}
              aria-label={`Choose another exit to ${title}`}
              title="Choose another exit"
              onClick={() => void edits.changeExit(link.key)}
            >
              <IconArrowsSplit2 size={14} />
            </ActionIcon>
          )}
          <ActionIcon
            size={24}
            aria-label={`Send those who are past it along to ${title}`}
            title="Send those who are past it along"
            onClick={() => void edits.sendPast(link.key)}
          >
            <IconPlayerTrackNext size={14} />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={`Delete the link to ${title}`}
            title="Delete link"
            onClick={({ currentTarget }) => cut(line, link, currentTarget)}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </span>
      )}
    </li>
  )
}

const StepLine = (line: Line & { step: StepPart; links: LinkPart[] }) => {
  const { step, links, document, titleOf, store, edits, isReadOnly, goTo, stepId, flow } = line
  const id = store.idOf(step.key)
  const type = stepTypeOf(step)
  const isHere = id === stepId
  const people = flow.steps[String(id)]?.data.peopleCounts
  const exits = exitsOf(asStep(step))
  const targets = Object.values(document.steps)
    .filter(({ key, type: role }) => key !== step.key && role !== 'trigger')
    .map(({ key }) => ({ value: key, label: titleOf(key) }))
  return (
    <li className={css.step} data-kind={type?.kind ?? step.type} aria-current={isHere || undefined}>
      <button type="button" className={css.name} onClick={() => id !== undefined && goTo(id)}>
        <StepIcon name={type?.icon ?? 'help'} size={15} />
        <span>{titleOf(step.key)}</span>
        {people !== undefined && people.entered > 0 && (
          <span className={css.people} title="People who came here">
            {count(people.entered)}
          </span>
        )}
      </button>
      <ul>
        {links.map((link) => (
          <LinkLine key={link.key} {...line} link={link} />
        ))}
      </ul>
      {isHere &&
        !isReadOnly &&
        type?.hasWayOut !== false &&
        (exits.length ? exits : [null]).map((exit) => (
          <Select
            key={exit}
            size="xs"
            mt={4}
            ml={24}
            searchable
            placeholder={exit ? `Link “${exit}” to…` : 'Link to…'}
            aria-label={`Link ${exit ? `“${exit}” of ` : ''}${titleOf(step.key)} to`}
            data={targets}
            value={null}
            onChange={(target) => target && void edits.connect({ source: step.key, target, sourceHandle: exit })}
          />
        ))}
    </li>
  )
}

/** Every step of the flow as a list, in the order in which people come to them: the canvas for keyboard and screen reader. */
export default function Outline(props: FlowPanelProps) {
  const { store, names, onClose } = props
  const { document } = store.state()
  const steps = useMemo(() => inOrder(document), [document])
  const titleOf = (key: string) => {
    const step = document.steps[key]
    return step ? summaryOf(asStep(step), names).title : 'a deleted step'
  }
  const linksOf = Map.groupBy(Object.values(document.links), ({ source }) => source)
  return (
    <Drawer opened onClose={onClose} title="Outline" width={380} open>
      <ol className={css.list}>
        {steps.map((step) => (
          <StepLine
            key={step.key}
            {...props}
            document={document}
            titleOf={titleOf}
            step={step}
            links={linksOf.get(step.key) ?? []}
          />
        ))}
      </ol>
      {!steps.length && <p>There are no steps yet.</p>}
    </Drawer>
  )
}
