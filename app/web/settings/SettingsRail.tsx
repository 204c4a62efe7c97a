import { RailHead, RailItem, SplitPage } from '@millrace/kit/web'
import { ObjectDialogs } from '@millrace/objects/web'
import { Outlet } from '@tanstack/react-router'
import { Fragment } from 'react'
import { settingsMenus } from '../shell/siteMenus.tsx'

/** The pages of settings at the left, the open one beside them. */
export default function SettingsRail() {
  const rail = settingsMenus().map(({ label, items }) => (
    <Fragment key={label}>
      <RailHead>{label}</RailHead>
      {items.map(({ label: name, to, icon: Icon }) => (
        <RailItem key={to} to={to} label={name} icon={Icon && <Icon size={16} stroke={1.7} />} />
      ))}
    </Fragment>
  ))
  return (
    <SplitPage rail={rail} railLabel="Settings">
      <Outlet />
      <ObjectDialogs />
    </SplitPage>
  )
}
