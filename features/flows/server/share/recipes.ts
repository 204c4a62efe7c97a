import { mailAccount, previewPacked } from '@millrace/emails/server'
import { type House, notFound } from '@millrace/kit/server'
import type { MailPreview, Recipe } from '../../contract/index.ts'
import { fileOfRecipe, RECIPES, type RecipeFile } from '../../recipes/index.ts'
import { tagsOfFile } from '../copy/tagsOfFile.ts'
import { toStep } from '../verbs/readFlow.ts'

const NOBODY = { entered: 0, queued: 0, failed: 0 }
const NEVER = new Date(0)

const stepsOf = ({ steps }: RecipeFile): Recipe['steps'] =>
  Object.fromEntries(
    steps.map(({ values, ...step }) => [
      step.id,
      toStep({ ...step, ...NOBODY, flowId: 0, input: values, isDuplicate: false, createdAt: NEVER, updatedAt: NEVER }),
    ]),
  )

const shown = (file: RecipeFile): Recipe => ({
  id: file.id,
  name: file.name,
  description: file.description,
  group: file.group,
  objectType: file.objectType,
  steps: stepsOf(file),
  links: file.links.map(({ source, target, condition }, index) => ({
    id: index + 1,
    integrationId: 0,
    source,
    target,
    data: { condition, retriggerObjectsUponActivation: false },
  })),
  decorations: file.notes.map(({ x, y, width, height, ...note }, index) => ({
    ...note,
    id: index + 1,
    integrationId: 0,
    coordinates: { x, y },
    dimensions: { width, height },
  })),
  emails: file.emails.map(({ id, name, content: { subject, preheader } }) => ({ id, name, subject, preheader })),
  segments: file.segments.map(({ id, name, color, conditions }) => ({ id, name, color, conditions })),
  tags: tagsOfFile(file),
  fields: file.fields.map(({ name, title }) => ({ name, title })),
})

let all: Recipe[] | undefined

/** Every recipe, in the order of the gallery. */
export const listRecipes = (): Recipe[] => {
  all ??= RECIPES.map(shown)
  return all
}

/** One email of a recipe as an example person of the account would get it; 404 where there is no such recipe or email. */
export const previewRecipeEmail = async (
  house: House,
  accountId: number,
  recipeId: string,
  emailId: number,
): Promise<MailPreview> => {
  const email = fileOfRecipe(recipeId).emails.find(({ id }) => id === emailId)
  if (!email) throw notFound()
  const account = await house.db.account(accountId, (tx) => mailAccount(tx, accountId))
  return { id: emailId, ...(await previewPacked(email, account)) }
}
