import { Button, Text } from '@mantine/core'
import { groupOf } from '../../design/read.ts'
import { addressOfVideo, type Video, videoAt } from '../../design/video.ts'
import { useUpload } from '../../palette/useUpload.ts'
import { MergeInput } from '../../parts/MergeInput.tsx'
import type { FormProps } from '../form.ts'
import c from '../inspector.module.css'

const VideoForm = ({ block: { values }, set }: FormProps) => {
  const video = groupOf(values, 'video') as Video
  const upload = useUpload((image) => set({ video: { ...video, thumbnail: image.url } }, 'thumbnail'))
  const follow = (url: string) => {
    const found = videoAt(url)
    set({ video: { ...video, type: undefined, videoId: undefined, ...found } }, 'video')
  }
  return (
    <>
      <MergeInput
        label="Address"
        value={addressOfVideo(video)}
        placeholder="https://www.youtube.com/watch?v=…"
        onChange={follow}
      />
      {video.thumbnail && (
        <div className={c.shown}>
          <img src={video.thumbnail} alt="" />
        </div>
      )}
      <Button variant="default" onClick={upload.choose} loading={upload.isBusy}>
        {video.thumbnail ? 'Use another picture' : 'Upload a picture'}
      </Button>
      <MergeInput
        label="Picture"
        value={video.thumbnail ?? ''}
        placeholder="https://"
        onChange={(thumbnail) => set({ video: { ...video, thumbnail } }, 'thumbnail')}
      />
      <Text size="xs" c="dimmed">
        Mails do not play videos: readers see the picture, and a press on it opens the video.
      </Text>
    </>
  )
}

export default VideoForm
