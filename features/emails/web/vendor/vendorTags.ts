import type { TokenOption } from '@millrace/kit/web'
import { asLiquid } from '../parts/asLiquid.ts'

type Tag = { name: string; value: string; sample?: string }
type Link = { name: string; href: string; target: '_blank' }

/** Merge tags in Unlayer's shape: groups of tags by name. */
export type VendorTags = Record<string, { name: string; mergeTags: Record<string, Tag> }>

const ADDRESSES = 'Addresses'

/** Our merge tags as Unlayer's editor takes them; addresses of the mail itself are links to it. */
export const vendorTags = (options: readonly TokenOption[]): VendorTags => {
  const groups: VendorTags = {}
  for (const { value, label, note, group = 'Person' } of options) {
    if (group === ADDRESSES) continue
    groups[group] ??= { name: group, mergeTags: {} }
    groups[group].mergeTags[value] = { name: label, value: asLiquid(value, ''), ...(note && { sample: note }) }
  }
  return groups
}

/** Addresses of the mail itself, such as the one to unsubscribe at. */
export const vendorLinks = (options: readonly TokenOption[]): Record<string, Link> =>
  Object.fromEntries(
    options
      .filter(({ group }) => group === ADDRESSES)
      .map(({ value, label }) => [value, { name: label, href: asLiquid(value, ''), target: '_blank' }]),
  )
