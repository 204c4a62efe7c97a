// Sets the colour scheme before the first paint, so that a dark screen does not flash white.
try {
  const kept = localStorage.getItem('millrace-color-scheme')
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
