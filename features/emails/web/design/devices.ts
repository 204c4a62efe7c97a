import type { DesignValues } from '../../contract/design.ts'
import { groupOf } from './read.ts'

const KEYS = { mobile: 'hideMobile', desktop: 'hideDesktop' } as const
export type Device = keyof typeof KEYS

/** True where a part is not shown on a device; older designs say so at the top. */
export const isHiddenOn = (device: Device, values: DesignValues): boolean => {
  const own = groupOf(groupOf(values, '_override'), device)[KEYS[device]]
  return own === undefined ? values[KEYS[device]] === true : own === true
}

/** What a part has otherwise on a device. */
export const overrideOf = (device: Device, values: DesignValues): DesignValues =>
  groupOf(groupOf(values, '_override'), device)

/** Settings that are otherwise on a device; undefined takes one away. */
export const withOverride = (device: Device, values: DesignValues, change: DesignValues): DesignValues => {
  const override = groupOf(values, '_override')
  const all = { ...groupOf(override, device), ...change }
  const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return { _override: { ...override, [device]: kept } }
}

/** Settings that hide a part on a device, or show it. */
export const withHidden = (device: Device, values: DesignValues, isHidden: boolean): DesignValues => ({
  ...withOverride(device, values, { [KEYS[device]]: isHidden }),
  [KEYS[device]]: isHidden,
})
