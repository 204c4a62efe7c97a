import { afterAll, beforeEach } from 'vitest'
import { closeHouse, keepTime } from './house.ts'

beforeEach(keepTime)
afterAll(closeHouse)
