/** A video as designs hold it. */
export type Video = { type?: string; videoId?: string; url?: string; thumbnail?: string; [other: string]: unknown }

const YOUTUBE = /(?:youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})/
const VIMEO = /vimeo\.com\/(?:video\/)?(\d+)/

/** The video of an address, with a picture of it where its service has one for everybody. */
export const videoAt = (url: string): Video => {
  const youtube = YOUTUBE.exec(url)?.[1]
  if (youtube) {
    return { type: 'youtube', videoId: youtube, url, thumbnail: `https://img.youtube.com/vi/${youtube}/hqdefault.jpg` }
  }
  const vimeo = VIMEO.exec(url)?.[1]
  return vimeo ? { type: 'vimeo', videoId: vimeo, url } : { url }
}

/** Where a video is watched. */
export const addressOfVideo = ({ url, type, videoId }: Video): string => {
  if (url) return url
  if (!videoId) return ''
  if (type === 'youtube') return `https://www.youtube.com/watch?v=${videoId}`
  return type === 'vimeo' ? `https://vimeo.com/${videoId}` : ''
}
