import { ErrorPanel, Skeleton, useCall } from '@millrace/kit/web'
import { IconFile } from '@tabler/icons-react'
import { flowsContract as calls, type Recipe } from '../../contract/index.ts'
import { FlowStrip } from './FlowStrip.tsx'
import css from './gallery.module.css'

type Props = { chosen: string | undefined; onChoose(recipe: Recipe | undefined): void }

type CardProps = { isOn: boolean; title: string; text: string; picture: React.ReactNode; onChoose(): void }

const Card = ({ isOn, title, text, picture, onChoose }: CardProps) => (
  <label className={css.card} data-chosen={isOn || undefined}>
    <input type="radio" className={css.radio} name="begin-with" checked={isOn} onChange={onChoose} />
    <span className={css.picture} aria-hidden>
      {picture}
    </span>
    <b>{title}</b>
    <small>{text}</small>
  </label>
)

const groupsOf = (recipes: readonly Recipe[]) => [...new Set(recipes.map(({ group }) => group))]

/** Flows to begin with: an empty one, and the recipes by what they are for. */
export const RecipeGallery = ({ chosen, onChoose }: Props) => {
  const { data, error, refetch } = useCall(calls.listRecipes, {}, { staleMs: Number.POSITIVE_INFINITY })
  const empty = (
    <Card
      isOn={chosen === undefined}
      title="Empty flow"
      text="Begin with a blank canvas."
      picture={<IconFile size={26} stroke={1.4} />}
      onChoose={() => onChoose(undefined)}
    />
  )
  return (
    <div role="radiogroup" aria-label="Begin with">
      <div className={css.cards}>
        {empty}
        {!data && !error && [1, 2, 3].map((one) => <Skeleton key={one} width="100%" height={176} />)}
      </div>
      {error && <ErrorPanel title="Error while loading templates." error={error} onRetry={() => void refetch()} />}
      {groupsOf(data?.recipes ?? []).map((group) => (
        <section key={group} className={css.group} aria-label={group}>
          <h3>{group}</h3>
          <div className={css.cards}>
            {data?.recipes
              .filter((recipe) => recipe.group === group)
              .map((recipe) => (
                <Card
                  key={recipe.id}
                  isOn={chosen === recipe.id}
                  title={recipe.name}
                  text={recipe.description}
                  picture={<FlowStrip steps={recipe.steps} links={recipe.links} />}
                  onChoose={() => onChoose(recipe)}
                />
              ))}
          </div>
        </section>
      ))}
    </div>
  )
}
