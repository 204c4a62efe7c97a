import { afterAll } from 'vitest'
import { closeHouse } from './house.ts'

afterAll(closeHouse)
