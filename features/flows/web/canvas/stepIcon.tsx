import {
  IconArchive,
  IconArrowsSplit2,
  IconBell,
  IconBolt,
  IconCalculator,
  IconCircleX,
  IconClipboardText,
  IconClockHour4,
  IconEdit,
  IconFilter,
  IconFlag,
  IconForms,
  IconHelp,
  IconHourglass,
  IconMail,
  IconMailOpened,
  IconMailQuestion,
  IconStar,
  IconTag,
  IconTagMinus,
  IconTagPlus,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'

const ICONS: Record<string, typeof IconBolt> = {
  archive: IconArchive,
  'arrows-split': IconArrowsSplit2,
  bell: IconBell,
  calculator: IconCalculator,
  'clipboard-text': IconClipboardText,
  forms: IconForms,
  hourglass: IconHourglass,
  'mail-opened': IconMailOpened,
  'mail-question': IconMailQuestion,
  star: IconStar,
  world: IconWorld,
  bolt: IconBolt,
  'circle-x': IconCircleX,
  'clock-hour-4': IconClockHour4,
  edit: IconEdit,
  filter: IconFilter,
  flag: IconFlag,
  mail: IconMail,
  tag: IconTag,
  'tag-minus': IconTagMinus,
  'tag-plus': IconTagPlus,
  users: IconUsers,
}

/** The picture of a step type, by the catalogue's name for it. */
export const StepIcon = ({ name, size = 17 }: { name: string; size?: number }) => {
  const Icon = ICONS[name] ?? IconHelp
  return <Icon size={size} stroke={1.8} aria-hidden="true" />
}
