import type { DesignValues } from '../../contract/design.ts'
import { groupOf } from '../design/read.ts'

/** True where a part is not shown on phones. */
export const hidesOnPhone = (values: DesignValues) =>
  groupOf(groupOf(values, '_override'), 'mobile').hideMobile === true

/** Settings that hide a part on phones, or show it. */
export const withHidden = (values: DesignValues, isHidden: boolean): DesignValues => {
  const override = groupOf(values, '_override')
  return { _override: { ...override, mobile: { ...groupOf(override, 'mobile'), hideMobile: isHidden } } }
}
