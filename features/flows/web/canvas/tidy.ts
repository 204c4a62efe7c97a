import type { TidyAnswer, TidyQuestion } from './layout.ts'

/** Lays steps out from top to bottom (dagre, in a worker so that nothing stutters). */
export const tidy = (question: TidyQuestion): Promise<TidyAnswer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./tidy.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<TidyAnswer>) => {
      resolve(data)
      worker.terminate()
    }
    worker.onerror = ({ message }) => {
      reject(new Error(message))
      worker.terminate()
    }
    worker.postMessage(question)
  })
