/** A link as Unlayer keeps it. */
export const link = (href = '') => ({
  name: 'web',
  attrs: { href: '{{href}}', target: '{{target}}' },
  values: { href, target: '_blank' },
})
