import { forget, useCall } from '@millrace/kit/web'
import { isPersonName } from '@millrace/objects/contract'
import { useEffect, useState } from 'react'
import { buildingBehind, segmentsContract } from '../contract/index.ts'

/** How often segments are asked for while one of them is being built. */
export const WHILE_BUILDING_MS = 1_000

/** Conditions on a segment find others once it is known who is in it. */
const askAgain = (): void => {
  void forget(segmentsContract.previewConditions)
}

/**
 * The segments of a kind, and the one being built that keeps it open who is in the chosen one: itself, or one that its conditions
 * ask about. They are asked for again as long as there is one; what is to be done then is a function that stays the same.
 */
export const useSegmentsOf = (objectName: string, chosenId: number | null | undefined, onBuilt = askAgain) => {
  const [isBuilding, setBuilding] = useState(false)
  const answer = useCall(
    segmentsContract.listSegments,
    isPersonName(objectName) ? {} : { query: { objectName } },
    isBuilding ? { everyMs: WHILE_BUILDING_MS } : {},
  )
  const building = chosenId ? buildingBehind(answer.data?.segments ?? [], chosenId) : undefined
  const isNow = building !== undefined
  useEffect(() => {
    if (isBuilding && !isNow) onBuilt()
    setBuilding(isNow)
  }, [isBuilding, isNow, onBuilt])
  return { ...answer, building }
}
