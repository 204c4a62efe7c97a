import { refused } from '@millrace/kit/server'
import { SITE, SITE_WRONG } from '../contract/index.ts'

/** A site as it is kept: checked, with https:// where no scheme was given. */
export const keptSite = (site: string): string => {
  if (!SITE.test(site)) throw refused(SITE_WRONG, [{ path: ['body', 'site'], message: SITE_WRONG }])
  return /^https?:\/\//i.test(site) ? site : `https://${site}`
}

/** A time zone's name; refused where no clock knows it. */
export const keptTimezone = (timezone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    const message = `There is no time zone "${timezone}".`
    throw refused(message, [{ path: ['body', 'timezone'], message }])
  }
}

/** The time zone that a browser tells, or UTC where it tells nonsense. */
export const timezoneOrUtc = (timezone: string | undefined): string => {
  if (!timezone) return 'UTC'
  try {
    return keptTimezone(timezone)
  } catch {
    // A registration must not fail because of it.
    return 'UTC'
  }
}

const TWO_PART = new Set(['co', 'com', 'org', 'net', 'ac', 'gov', 'edu'])

/** A business's name as its site suggests it: "https://www.north-wind.io/x" is "North Wind". */
export const nameFromSite = (site: string): string => {
  const host = URL.canParse(site) ? new URL(site).hostname.replace(/^www\./, '') : ''
  const parts = host.split('.').slice(0, -1)
  if (parts.length > 1 && TWO_PART.has(parts.at(-1) ?? '')) parts.pop()
  return (parts.at(-1) ?? '')
    .split('-')
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')
}
