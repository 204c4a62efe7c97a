/*
 * Shows in-app messages on the page that names it:
 *   <script async src="…/v1/in-app.js" data-key="write key" data-user-id="42" data-user-hash="…"></script>
 * or later by window.millraceInApp({ userId, userHash }). Without a user, visitors are found by data-anonymous-id.
 */
;(() => {
  const script = document.currentScript
  if (!script || window.millraceInApp) return
  const { origin } = new URL(script.src)
  const { key, userId, userHash, anonymousId } = script.dataset
  const headers = { 'x-millrace-token': key ?? '' }
  let reader = {}
  let shown
  let asked = 0

  const STYLE = `
    :host { all: initial }
    section { position: fixed; z-index: 2147483000; right: 20px; bottom: 20px; box-sizing: border-box; width: min(340px, calc(100vw - 40px));
      max-height: calc(100vh - 40px); overflow: auto; padding: 16px 18px 18px; border: 1px solid #e3e3ea; border-radius: 12px; background: #fff;
      color: #1b1b25; box-shadow: 0 8px 30px #0002; font: 14px/1.5 system-ui, sans-serif }
    h2 { margin: 0 28px 6px 0; font-size: 15px; font-weight: 600; overflow-wrap: anywhere }
    p { margin: 0; white-space: pre-line; overflow-wrap: anywhere }
    a { display: inline-block; margin-top: 12px; padding: 7px 14px; border-radius: 8px; background: #5a55db; color: #fff; font-weight: 500; text-decoration: none }
    button { position: absolute; top: 10px; right: 10px; width: 28px; height: 28px; border: 0; border-radius: 6px; background: none; color: inherit; font-size: 18px; line-height: 1; cursor: pointer }
    a:focus-visible, button:focus-visible { outline: 2px solid #5a55db; outline-offset: 2px }
    @media (prefers-color-scheme: dark) { section { border-color: #33333f; background: #1d1d26; color: #ececf3 } }`

  const note = (id, act) =>
    fetch(`${origin}/v1/in-app-messages/${id}/${act}`, { method: 'POST', headers, keepalive: true }).catch(() => {})

  const part = (name, text) => Object.assign(document.createElement(name), { textContent: text })

  const linkOf = ({ link }) => {
    if (!link) return undefined
    const url = new URL(link, location.href)
    return /^https?:$/.test(url.protocol) ? url.href : undefined
  }

  const show = (messages) => {
    const [message, ...others] = messages
    shown?.remove()
    shown = undefined
    if (!message) return
    const host = document.createElement('millrace-message')
    const root = host.attachShadow({ mode: 'closed' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
    const card = part('section', '')
    card.setAttribute('role', 'status')
    const close = part('button', '×')
    close.type = 'button'
    close.setAttribute('aria-label', 'Close')
    close.onclick = () => {
      void note(message.id, 'closed')
      show(others)
    }
    card.append(part('h2', message.title), part('p', message.body), close)
    const href = linkOf(message)
    if (href) {
      const link = part('a', message.button || 'Open')
      link.href = href
      link.onclick = () => void note(message.id, 'clicked')
      card.append(link)
    }
    root.append(card)
    document.body.append(host)
    shown = host
    if (!message.seenAt) void note(message.id, 'seen')
  }

  const ask = async () => {
    asked = Date.now()
    const query = new URLSearchParams(Object.entries(reader).filter(([, value]) => value))
    if (!String(query)) return
    try {
      const reply = await fetch(`${origin}/v1/in-app-messages?${query}`, { headers })
      const told = await reply.json()
      if (reply.ok) show(told.messages)
      else console.warn(`In-app messages: ${told.error?.message ?? reply.status}`)
    } catch {
      // The page works without messages.
    }
  }

  window.millraceInApp = (next) => {
    reader = { userId: next?.userId, userHash: next?.userHash, segmentAnonymousId: next?.anonymousId }
    return ask()
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - asked > 60_000) void ask()
  })
  const begin = () => window.millraceInApp({ userId, userHash, anonymousId })
  if (document.body) void begin()
  else document.addEventListener('DOMContentLoaded', begin)
})()
