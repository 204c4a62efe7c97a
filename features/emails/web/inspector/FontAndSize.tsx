import type { ReactNode } from 'react'
import { numberOf } from '../design/read.ts'
import { type Font, FontField, PixelField } from './fields.tsx'
import type { FormProps } from './form.ts'
import c from './inspector.module.css'

/** In which font a block's words are and how large; `children` is what stands beside the size. */
export const FontAndSize = ({
  block: { values },
  set,
  largest,
  children,
}: FormProps & { largest: number; children: ReactNode }) => (
  <>
    <FontField
      value={values.fontFamily as Font | undefined}
      onChange={(fontFamily) => set({ fontFamily }, 'fontFamily')}
    />
    <div className={c.two}>
      <PixelField
        label="Size"
        value={numberOf(values, 'fontSize', 14)}
        max={largest}
        onChange={(size) => set({ fontSize: `${size}px` }, 'fontSize')}
      />
      {children}
    </div>
  </>
)
