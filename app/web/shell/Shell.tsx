import type { ReactNode } from 'react'

/** The frame around every screen behind the sign-in. */
export const Shell = ({ children }: { path: string; children: ReactNode }) => (
  <div style={{ height: '100vh' }}>{children}</div>
)
