/*
 * Stands between our email editor and Unlayer's, on a host where nobody is signed in. Our page hands over a port; the design goes
 * to and fro by it, and so do images that are uploaded. Whatever runs here can say anything: our page believes none of it.
 *   to us    load { design, turn } · tags { mergeTags } · ask { id } · image { id, url }
 *   from us  loaded, changed { design, turn } · asked { id, design, turn } · image { id, file } · failed { why }
 */
;(() => {
  const { app, script: address, project } = document.currentScript.dataset
  const uploads = new Map()
  let options
  let port
  let editor
  let isReady = false
  let waiting
  let turn = 0
  let images = 0
  let isLoading = false
  let isCopying = false
  let isOld = false

  const tell = (kind, more) => port.postMessage({ kind, ...more })

  const load = (next) => {
    turn = next.turn
    isLoading = true
    editor.loadDesign(next.design)
  }

  const onLoaded = () => {
    if (!isLoading) return
    isLoading = false
    const mine = turn
    editor.saveDesign((design) => tell('loaded', { design, turn: mine }))
  }

  // One copy is asked for at a time; what changes meanwhile is in the next.
  const onChanged = () => {
    if (isLoading) return
    if (isCopying) {
      isOld = true
      return
    }
    isCopying = true
    const mine = turn
    editor.saveDesign((design) => {
      tell('changed', { design, turn: mine })
      isCopying = false
      if (!isOld) return
      isOld = false
      onChanged()
    })
  }

  const onImage = (given, done) => {
    const file = given?.attachments?.[0]
    if (!(file instanceof Blob)) return
    const id = ++images
    uploads.set(id, done)
    tell('image', { id, file })
  }

  const onReady = () => {
    isReady = true
    // More of them may have come while it was opening.
    editor.setMergeTags(options.mergeTags)
    if (waiting) load(waiting)
    waiting = undefined
  }

  const ACTS = {
    load: (next) => {
      if (isReady) load(next)
      else waiting = next
    },
    tags: ({ mergeTags }) => {
      options.mergeTags = mergeTags
      if (isReady) editor.setMergeTags(mergeTags)
    },
    ask: ({ id }) => {
      const mine = turn
      if (isReady && !isLoading) editor.saveDesign((design) => tell('asked', { id, design, turn: mine }))
    },
    image: ({ id, url }) => {
      const done = uploads.get(id)
      uploads.delete(id)
      // Unlayer has no words for an image that was refused; our page says why.
      if (url) done?.({ progress: 100, url })
    },
  }

  const open = () => {
    if (typeof window.unlayer?.createEditor !== 'function') return tell('failed', { why: 'script' })
    editor = window.unlayer.createEditor({
      id: 'editor',
      displayMode: 'email',
      ...(project && { projectId: Number(project) }),
      ...options,
    })
    editor.registerCallback('image', onImage)
    editor.addEventListener('design:loaded', onLoaded)
    editor.addEventListener('design:updated', onChanged)
    editor.addEventListener('editor:ready', onReady)
  }

  const begin = () => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('error', () => tell('failed', { why: 'script' }))
    script.addEventListener('load', open)
    document.head.append(script)
  }

  window.addEventListener('message', ({ source, origin, data, ports }) => {
    if (port || source !== window.parent || origin !== app || data?.millrace !== 'open' || !ports[0]) return
    port = ports[0]
    port.onmessage = (event) => ACTS[event.data?.kind]?.(event.data)
    options = data.options
    begin()
  })
  window.parent.postMessage({ millrace: 'frame' }, app)
})()
