import { LongWork } from '@millrace/kit/web'
import { useObjectWork } from '@millrace/objects/web'
import { usePeopleWork } from '@millrace/people/web'

/** Work on many people and objects that goes on; stands over every page. */
export default function Works() {
  const [people, objects] = [usePeopleWork(), useObjectWork()]
  return <LongWork label="Work that goes on" work={[...people, ...objects]} />
}
