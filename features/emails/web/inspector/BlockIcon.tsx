import {
  IconBraces,
  IconClick,
  IconClockHour4,
  IconCode,
  IconH1,
  IconLayoutNavbar,
  IconLineDashed,
  IconPhoto,
  IconPuzzle,
  IconShare2,
  IconTable,
  IconTypography,
  IconVideo,
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
  social: IconShare2,
  menu: IconLayoutNavbar,
  table: IconTable,
  video: IconVideo,
  timer: IconClockHour4,
  'millrace-snippet': IconBraces,
}

/** The icon of a kind of block. */
export const BlockIcon = ({ kind, size = 17 }: { kind: string; size?: number }) => {
  const Icon = ICONS[kind] ?? IconPuzzle
  return <Icon size={size} stroke={1.6} aria-hidden />
}
