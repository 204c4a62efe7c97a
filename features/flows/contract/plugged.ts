import type { StepType } from './stepType.ts'

/** A service that brings steps of its own. */
export type ServiceName = { id: string; humanName: string }

const services = new Map<string, ServiceName>([['millrace', { id: 'millrace', humanName: 'Millrace' }]])
const plugged = new Map<string, StepType>()
const asked: (() => void)[] = []

const keyOf = ({ serviceId, operationKey }: Pick<StepType, 'serviceId' | 'operationKey'>) =>
  `${serviceId} ${operationKey}`

/** Hears of types that are plugged in later. */
export const whenPlugged = (heard: () => void): void => {
  asked.push(heard)
}

/** Step types of services, in the order in which they were plugged in. */
export const pluggedTypes = (): StepType[] => [...plugged.values()]

/**
 * Makes the steps of a service known, on the server and in the browser alike. Said twice, the later types count; types must
 * name the service as their own.
 */
export const plugStepTypes = <T extends readonly object[]>(
  service: ServiceName,
  types: { [K in keyof T]: StepType<T[K]> },
): void => {
  services.set(service.id, service)
  for (const type of types as unknown as readonly StepType[]) {
    if (type.serviceId !== service.id) throw new Error(`The step ${type.operationKey} is not one of ${service.id}.`)
    plugged.set(keyOf(type), type)
  }
  for (const heard of asked) heard()
}

/** A service by its id; one that is gone is called by that. */
export const serviceNamed = (id: string): ServiceName => services.get(id) ?? { id, humanName: id }
