import { notFound } from '@millrace/kit/server'
import { activationNudge } from './activationNudge.ts'
import type { RecipeFile } from './draw.ts'
import { failedPayment } from './failedPayment.ts'
import { featureAnnouncement } from './featureAnnouncement.ts'
import { feedback } from './feedback.ts'
import { trialEnding } from './trialEnding.ts'
import { trialOnboarding } from './trialOnboarding.ts'
import { upgradeByUsage } from './upgradeByUsage.ts'
import { winBack } from './winBack.ts'

export type { RecipeFile } from './draw.ts'

/** Every recipe, in the order of the gallery. */
export const RECIPES: readonly RecipeFile[] = [
  trialOnboarding,
  activationNudge,
  trialEnding,
  failedPayment,
  upgradeByUsage,
  winBack,
  feedback,
  featureAnnouncement,
]

/** The recipe of an id; 404 where there is none. */
export const fileOfRecipe = (id: string): RecipeFile => {
  const file = RECIPES.find((one) => one.id === id)
  if (!file) throw notFound('There is no such template.')
  return file
}
