// Before the first paint: the colour scheme that was chosen here, so that nothing flashes.
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('millrace-color-scheme')
  } catch {
    kept = null
  }
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  document.documentElement.style.background = isDark ? '#0f0f12' : '#f7f7f9'
})()
