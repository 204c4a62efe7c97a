import { type Access, openAccess } from '@millrace/access/server'
import { type Accounts, openAccounts } from '@millrace/accounts/server'
import { type AnyFeatureServer, type House, type Identify, unavailable } from '@millrace/kit/server'

/** The features of an installation, lowest first, and who finds out who calls. */
export type Features = { list: AnyFeatureServer[]; identify: Identify; access: Access; accounts: Accounts }

/** Opens every feature on the house, lowest first, and plugs what higher ones know into the ports of lower ones. */
export const openFeatures = (house: House): Features => {
  const access = openAccess(house, {
    sendSystemMail: async () => {
      throw unavailable('No mail can be sent yet.')
    },
  })
  const accounts = openAccounts(house, { access })
  return { list: [access, accounts], identify: access.identify, access, accounts }
}
