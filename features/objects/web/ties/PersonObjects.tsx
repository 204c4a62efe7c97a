import { PERSON } from '../../contract/index.ts'
import { Ties } from './Ties.tsx'

/** What a person is tied to: their companies, and whatever else the account keeps. */
export default function PersonObjects({ personId }: { personId: number }) {
  return <Ties thing={{ objectName: PERSON, id: personId }} isInside />
}
