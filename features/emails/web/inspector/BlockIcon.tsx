import {
  IconClick,
  IconCode,
  IconH1,
  IconLineDashed,
  IconPhoto,
  IconPuzzle,
  IconTypography,
  type TablerIcon,
} from '@tabler/icons-react'

const ICONS: Record<string, TablerIcon> = {
  heading: IconH1,
  text: IconTypography,
  paragraph: IconTypography,
  button: IconClick,
  image: IconPhoto,
  divider: IconLineDashed,
  html: IconCode,
}

/** The icon of a kind of block. */
export const BlockIcon = ({ kind, size = 17 }: { kind: string; size?: number }) => {
  const Icon = ICONS[kind] ?? IconPuzzle
  return <Icon size={size} stroke={1.6} aria-hidden />
}
