import { Badge, Button, Tooltip } from '@mantine/core'
import { askFirst, count, Meter, plural, share, useMay, useMutate } from '@millrace/kit/web'
import { IconTrophy } from '@tabler/icons-react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import type { Results, VariantFigures } from '../../contract/figures.ts'
import { letterOf } from '../parts/words.ts'
import type { Behind } from './PeopleDrawer.tsx'
import panel from './results.module.css'
import c from './variants.module.css'

const chanceWords = (chance: number) =>
  chance >= 0.995 ? 'over 99 %' : chance < 0.01 ? 'under 1 %' : `${Math.round(chance * 100)} %`

type RowProps = {
  of: VariantFigures
  index: number
  isWinner: boolean
  isBest: boolean
  pick: (() => void) | undefined
  onPeople: (behind: Behind) => void
}

const Row = ({ of, index, isWinner, isBest, pick, onPeople }: RowProps) => {
  const { figures, variantId } = of
  const cell = (figure: 'opened' | 'clicked') => (
    <button type="button" className={c.cell} onClick={() => onPeople({ figure, variantId })}>
      <Meter
        value={figures.delivered ? figures[figure] / figures.delivered : 0}
        label={share(figures[figure], figures.delivered)}
      />
    </button>
  )
  return (
    <tr data-winner={isWinner || undefined}>
      <th scope="row">
        <b className={c.letter} data-variant={index}>
          {letterOf(index)}
        </b>
        <span className={c.subject} title={of.subject}>
          {of.subject || of.label}
          {of.subject && of.label !== `Variant ${letterOf(index)}` && <small>{of.label}</small>}
        </span>
        {isWinner && (
          <Badge color="green" leftSection={<IconTrophy size={11} stroke={2} aria-hidden />}>
            Winner
          </Badge>
        )}
      </th>
      <td>
        <button type="button" className={c.cell} onClick={() => onPeople({ figure: 'delivered', variantId })}>
          {count(figures.delivered)}
        </button>
      </td>
      <td>{cell('opened')}</td>
      <td>{cell('clicked')}</td>
      <td className={c.wide}>{count(figures.unsubscribed)}</td>
      <td>
        {of.chance === null ? (
          '—'
        ) : (
          <Tooltip label="How likely it is that this variant is the best of all, by what was seen so far">
            <span data-best={isBest || undefined} className={c.chance}>
              {chanceWords(of.chance)}
              {isBest && ' sure'}
            </span>
          </Tooltip>
        )}
      </td>
      <td>
        {pick && (
          <Button size="xs" variant="default" onClick={pick}>
            Send this one
          </Button>
        )}
      </td>
    </tr>
  )
}

type Props = { item: Broadcast; results: Results; onPeople: (behind: Behind) => void }

/** How the variants of a test compare, and the choice of the winner by hand. */
export const Variants = ({ item, results, onPeople }: Props) => {
  const mayWrite = useMay('broadcasts:write')
  const { variants, rest } = results
  const pick = useMutate(calls.pickWinner, {
    invalidates: [calls.getBroadcast, calls.listBroadcasts, calls.broadcastResults],
  })
  if (!variants.length || !item.abTest) return null
  const { winner, pickWinnerBy } = item.abTest
  const best = Math.max(...variants.map(({ chance }) => chance ?? 0))
  const choose = async (of: VariantFigures) => {
    const isSure = await askFirst({
      title: `Send “${of.subject || of.label}” to the rest?`,
      children: `${plural(rest, 'person gets', 'people get')} it at once. The test ends here.`,
      confirm: 'Send to the rest',
    })
    if (isSure) pick.mutate({ params: { id: item.id }, body: { variantId: of.variantId } })
  }
  return (
    <section className={panel.panel} aria-label="Variants">
      <header>
        <h2>Variants</h2>
        <p>
          {item.winnerBy === 'hand'
            ? 'The winner was picked by hand.'
            : `By how many people ${pickWinnerBy === 'click' ? 'clicked' : 'opened'}; machines that read for people do not count.`}
        </p>
      </header>
      <div className={c.scroll}>
        <table className={c.variants}>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">Delivered</th>
              <th scope="col">Opened</th>
              <th scope="col">Clicked</th>
              <th scope="col" className={c.wide}>
                Unsubscribed
              </th>
              <th scope="col">Is the best</th>
              <th scope="col" aria-label="Choice" />
            </tr>
          </thead>
          <tbody>
            {variants.map((of, index) => (
              <Row
                key={of.variantId}
                of={of}
                index={index}
                isWinner={winner === of.variantId}
                isBest={of.chance === best}
                pick={mayWrite && item.status === 'ab-testing' ? () => void choose(of) : undefined}
                onPeople={onPeople}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
