import type { Settings } from '@millrace/kit/server'

/** The editor of Unlayer as this installation is told of it. */
export type VendorEditor = {
  /** The address of its script. */
  script: string
  /** The origin at which it is shown, and nothing else. */
  frame: string
  projectId: number | undefined
}

/** The page that shows Unlayer's editor, and that page's own script. */
export const FRAME_PAGE = '/unlayer/frame'
export const FRAME_SCRIPT = '/unlayer/frame.js'

/** The editor of Unlayer, where this installation is told of it. */
export const vendorEditorOf = (
  settings: Pick<Settings, 'UNLAYER_SCRIPT_URL' | 'UNLAYER_FRAME_URL' | 'UNLAYER_PROJECT_ID'>,
): VendorEditor | undefined => {
  const { UNLAYER_SCRIPT_URL: script, UNLAYER_FRAME_URL: frame, UNLAYER_PROJECT_ID: projectId } = settings
  return script && frame ? { script, frame, projectId } : undefined
}

/** The whole address of the page that shows it. */
export const frameAddressOf = (vendor: VendorEditor | undefined): string | undefined =>
  vendor && vendor.frame + FRAME_PAGE

/** True where a path is one of the two that are answered at the host of the frame. */
export const isAnsweredAtFrame = (url: string): boolean =>
  [FRAME_PAGE, FRAME_SCRIPT].includes(url.replace(/\?.*$/s, ''))

/** What the page may load: its own script, and whatever comes from the origin of Unlayer's. Only our own pages may frame it. */
export const framePolicy = ({ script, frame }: VendorEditor, publicUrl: string): string => {
  const { origin } = new URL(script)
  return [
    "default-src 'none'",
    `script-src ${frame}${FRAME_SCRIPT} ${origin}`,
    `style-src 'unsafe-inline' ${origin}`,
    `img-src data: blob: ${origin}`,
    `font-src data: ${origin}`,
    `connect-src ${origin}`,
    `frame-src ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${new URL(publicUrl).origin}`,
  ].join('; ')
}
