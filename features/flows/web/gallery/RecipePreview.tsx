import { MailFrame } from '@millrace/emails/web'
import { ErrorPanel, Skeleton, useCall } from '@millrace/kit/web'
import { IconFilter, IconMail, IconTag, IconTextPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { flowsContract as calls, type Recipe, summaryOf } from '../../contract/index.ts'
import { FlowPicture } from './FlowPicture.tsx'
import css from './gallery.module.css'

const MAIL_HEIGHT = 420
const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

const Mail = ({ recipeId, emailId }: { recipeId: string; emailId: number }) => {
  const { data, error } = useCall(calls.previewRecipeEmail, { params: { recipeId, emailId } })
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton width="100%" height={MAIL_HEIGHT} />
  return <MailFrame html={data.email.html} title={`Body of ${data.email.name}`} maxHeight={MAIL_HEIGHT} />
}

/** Steps that ask for something before the flow can run, in words. */
const asked = ({ steps }: Recipe): string[] =>
  Object.values(steps)
    .filter(({ data }) => data.editor.mustConfig.configStep)
    .map((step) => `${summaryOf(step).title}: ${summaryOf(step).text.toLowerCase() || 'its settings'}`)

const Line = ({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) => (
  <li>
    {icon}
    <span>{children}</span>
  </li>
)

/** What a recipe brings: its picture, its mails to look at, segments, tags and fields, and what is left to fill in. */
export const RecipePreview = ({ recipe }: { recipe: Recipe }) => {
  const [open, setOpen] = useState<number>()
  const questions = asked(recipe)
  return (
    <aside className={css.preview} aria-label={`About ${recipe.name}`}>
      <div className={css.large}>
        <FlowPicture steps={recipe.steps} links={recipe.links} label={`${recipe.name}, drawn`} />
      </div>
      <p>{recipe.description}</p>
      <h3>To fill in</h3>
      <ul className={css.things}>
        {questions.length ? questions.map((one) => <li key={one}>{one}</li>) : <li>Nothing: it is ready as it is.</li>}
      </ul>
      <h3>Mails</h3>
      <ul className={css.things}>
        {recipe.emails.map(({ id, name, subject }) => (
          <li key={id} className={css.mail}>
            <button type="button" aria-expanded={open === id} onClick={() => setOpen(open === id ? undefined : id)}>
              <IconMail {...ICON} />
              <span>
                <b>{name}</b>
                <small>{subject.replace(/\{\{.*?\}\}/g, '…')}</small>
              </span>
            </button>
            {open === id && <Mail recipeId={recipe.id} emailId={id} />}
          </li>
        ))}
      </ul>
      {recipe.segments.length + recipe.tags.length + recipe.fields.length > 0 && (
        <>
          <h3>Comes with</h3>
          <ul className={css.things}>
            {recipe.segments.map(({ id, name }) => (
              <Line key={id} icon={<IconFilter {...ICON} />}>
                Segment {name}
              </Line>
            ))}
            {recipe.fields.map(({ name, title }) => (
              <Line key={name} icon={<IconTextPlus {...ICON} />}>
                Field {title}
              </Line>
            ))}
            {recipe.tags.length > 0 && (
              <Line icon={<IconTag {...ICON} />}>
                {recipe.tags.length === 1 ? 'Tag' : 'Tags'} {recipe.tags.join(', ')}
              </Line>
            )}
          </ul>
        </>
      )}
    </aside>
  )
}
