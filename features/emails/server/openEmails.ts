import { join } from 'node:path'
import { type FeatureServer, type House, openOutgoing } from '@millrace/kit/server'
import { emailsContract } from '../contract/index.ts'
import { fontRoutes } from './fonts/fontRoutes.ts'
import { emailHandlers } from './handlers.ts'
import { adoptingFiles } from './images/adoptFiles.ts'
import { forgetImages } from './images/forgetImages.job.ts'
import { imageFiles } from './images/imageFiles.ts'
import { imageRoutes } from './images/imageRoutes.ts'
import { zipRoutes } from './import/zipRoutes.ts'
import { makePictures } from './pictures/makePictures.job.ts'
import type { EmailPorts } from './ports.ts'
import { iconRoutes } from './socialIcons/iconRoutes.ts'
import { frameRoutes } from './vendorEditor/frameRoutes.ts'

/** Emails on a house: their calls and the addresses of their images and fonts. */
export const openEmails = (house: House, ports: EmailPorts): FeatureServer<typeof emailsContract> => {
  const onTrouble = (error: Error) => house.log.warn({ err: error }, 'An image could not be kept on this machine')
  const images = { house, files: imageFiles(house.db, join(house.settings.DATA_DIR, 'images'), onTrouble) }
  const outgoing = openOutgoing({ allow: house.settings.OUTGOING_ALLOW ?? '' })
  return {
    contract: emailsContract,
    handlers: emailHandlers(
      { house, ports, outside: { socialIcons: house.publicUrl, fonts: `${house.publicUrl}/fonts` } },
      images,
      outgoing,
    ),
    routes: (server) => {
      imageRoutes(images)(server)
      zipRoutes({ images, outgoing })(server)
      fontRoutes(server)
      iconRoutes(server)
      frameRoutes(house)(server)
    },
    jobs: [makePictures(house, images.files), forgetImages(house, images.files)],
    services: [adoptingFiles(house, images.files)],
  }
}
