import { type AnyFeatureServer, forbidden, type House, type Identify } from '@millrace/kit/server'

/** The features of an installation, lowest first, and who finds out who calls. */
export type Features = { list: AnyFeatureServer[]; identify: Identify }

/** Opens every feature on the house, lowest first, and plugs what higher ones know into the ports of lower ones. */
export const openFeatures = (_house: House): Features => ({
  list: [],
  identify: async () => {
    throw forbidden('Nobody may call yet.')
  },
})
