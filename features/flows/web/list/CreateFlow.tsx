import { Button, Modal, TextInput } from '@mantine/core'
import { emailsContract } from '@millrace/emails/contract'
import { sentenceOf, told, useGo, useMutate } from '@millrace/kit/web'
import { segmentsContract } from '@millrace/segments/contract'
import { useState } from 'react'
import { flowsContract as calls, OF_PEOPLE, type Recipe, UNNAMED_FLOW } from '../../contract/index.ts'
import css from '../gallery/gallery.module.css'
import { RecipeGallery } from '../gallery/RecipeGallery.tsx'
import { RecipePreview } from '../gallery/RecipePreview.tsx'
import { KindChoice } from '../kind/KindChoice.tsx'

/** Makes a flow by its name, empty or of a recipe, and opens it. */
export default function CreateFlow({ onClose, onMade }: { onClose(): void; onMade(id: number): Promise<void> }) {
  const [name, setName] = useState('')
  const [recipe, setRecipe] = useState<Recipe>()
  const [objectType, setObjectType] = useState(OF_PEOPLE)
  const go = useGo()
  const create = useMutate(calls.createFlow, {
    invalidates: [calls.listFlows, emailsContract.listEmails, segmentsContract.listSegments],
    onDone: ({ integration: { id } }) => void onMade(id).then(() => go(`/flows/${id}`)),
    onError: (error) => told.error('Error while creating flow.', sentenceOf(error)),
  })
  const submit = () => {
    if (create.isPending) return
    const named = name.trim()
    if (recipe) create.mutate({ query: { recipe: recipe.id }, ...(named && { body: { name: named } }) })
    else create.mutate({ body: { name: named || UNNAMED_FLOW, objectType } })
  }
  return (
    <Modal opened onClose={onClose} title="New flow" size={recipe ? 1020 : 720}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={css.body} data-split={recipe ? true : undefined}>
          <RecipeGallery chosen={recipe?.id} onChoose={setRecipe} />
          {recipe && <RecipePreview key={recipe.id} recipe={recipe} />}
        </div>
        {!recipe && <KindChoice value={objectType} onChange={setObjectType} />}
        <div className={css.foot}>
          <TextInput
            label="Name"
            placeholder={recipe?.name ?? UNNAMED_FLOW}
            data-autofocus
            value={name}
            maxLength={255}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={create.isPending}>
            {recipe ? 'Use this recipe' : 'Create flow'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
