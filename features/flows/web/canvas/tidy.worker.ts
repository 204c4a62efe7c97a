import { layOut, type TidyQuestion } from './layout.ts'

self.onmessage = ({ data }: MessageEvent<TidyQuestion>) => self.postMessage(layOut(data))
