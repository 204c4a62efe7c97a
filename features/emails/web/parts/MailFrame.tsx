import { useCallback, useRef, useState } from 'react'

type Props = {
  html: string
  title: string
  /** Grows with what it shows, up to this height; without it as high as what it shows. */
  maxHeight?: number
  minHeight?: number
  className?: string
  /** Lets what is around it take clicks. */
  isInert?: boolean
}

// Links open outside, and nothing inside can move the page that shows it.
const framed = (html: string) => {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html
}

/**
 * Shows a mail's HTML. No script runs in it: it may be measured (`allow-same-origin`) and therefore never gets
 * `allow-scripts`.
 */
export const MailFrame = ({ html, title, maxHeight, minHeight = 60, className, isInert }: Props) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(minHeight)
  const measure = useCallback(() => {
    const page = frame.current?.contentDocument
    if (!page?.body) return
    const read = () => setHeight(Math.max(minHeight, Math.ceil(page.documentElement.getBoundingClientRect().height)))
    read()
    for (const image of page.images) if (!image.complete) image.addEventListener('load', read, { once: true })
  }, [minHeight])
  const shown = maxHeight ? Math.min(height, maxHeight) : height
  return (
    <iframe
      ref={frame}
      title={title}
      className={className}
      sandbox="allow-same-origin allow-popups"
      srcDoc={framed(html)}
      onLoad={measure}
      tabIndex={isInert ? -1 : 0}
      style={{
        display: 'block',
        width: '100%',
        height: shown,
        border: 0,
        background: isInert ? 'transparent' : '#fff',
        colorScheme: 'light',
        ...(isInert && { pointerEvents: 'none' }),
      }}
    />
  )
}
