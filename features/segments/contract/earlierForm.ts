type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of an event of its own; the rest are its properties. */
const OF_EVENT = new Set(['type', 'url', 'name', 'data.emailId'])

const operatorOf = (value: unknown) => (String(value).toLowerCase() === 'or' ? 'or' : 'and')

const groupOf = (conditions: unknown[], operator: unknown = 'and') => ({
  type: 'group',
  operator: operatorOf(operator),
  conditions,
})

const withoutNothing = (json: Json): Json =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined))

const NOT_TAGGED = new Set(['has not', 'is not', 'does not contain', 'is not any of'])
const TAGGED = new Set(['has', 'is', 'contains', 'is any of'])

/** Tags were a field once, several of them in one text. */
const ofTags = (json: Json): unknown => {
  const condition = NOT_TAGGED.has(String(json.condition)) ? 'has not' : 'has'
  const names = (Array.isArray(json.value) ? json.value : String(json.value ?? '').split(','))
    .map((name) => String(name).trim())
    .filter(Boolean)
  const tags = names.map((value) => ({ type: 'tag', value, condition }))
  if (tags.length === 1) return withoutNothing({ ...tags[0], uuid: json.uuid })
  return withoutNothing({ ...groupOf(tags, condition === 'has' ? 'or' : 'and'), uuid: json.uuid })
}

const ofField = (json: Json): unknown => {
  const isOfTags =
    json.field === 'tags' && (TAGGED.has(String(json.condition)) || NOT_TAGGED.has(String(json.condition)))
  return isOfTags ? ofTags(json) : { ...json, type: 'field' }
}

const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  return isJson(value) && Array.isArray(value.conditions) ? value.conditions : []
}

/** An event was named by one text, with one list of conditions for all that was asked of it. */
const ofEvent = (json: Json): unknown => {
  if (isJson(json.systemConditions)) {
    const condition = json.condition === 'has not' ? 'has not' : 'has'
    return {
      ...json,
      condition,
      systemConditions: ofEventGroup(json.systemConditions),
      ...(isJson(json.propertiesConditions) && { propertiesConditions: ofEventGroup(json.propertiesConditions) }),
    }
  }
  const { type, uuid, condition, event, name, value, conditions, frequency, recency, ...rest } = json
  const named = [event, name, value].find((one) => typeof one === 'string' && one)
  const asked = listOf(conditions).map((one) => (isJson(one) && !one.type ? { ...one, type: 'field' } : one))
  const isOfEvent = (one: unknown) => isJson(one) && one.type === 'field' && OF_EVENT.has(String(one.field))
  const own = asked.filter(isOfEvent)
  const properties = asked.filter((one) => !isOfEvent(one))
  const operator = isJson(conditions) ? conditions.operator : undefined
  return withoutNothing({
    type,
    uuid,
    condition: /not/.test(String(condition)) ? 'has not' : 'has',
    systemConditions: groupOf([
      ...(named ? [{ type: 'field', field: 'name', condition: 'is', value: named }] : []),
      ...own,
    ]),
    propertiesConditions: properties.length ? groupOf(properties, operator) : undefined,
    frequencyCondition: isJson(frequency) ? { ...frequency, type: 'frequencyCondition' } : undefined,
    recencyCondition: isJson(recency) ? { ...recency, type: 'recencyCondition' } : undefined,
    ...rest,
  })
}

const ofEventGroup = (group: Json): unknown => ({
  ...group,
  type: 'group',
  operator: operatorOf(group.operator),
  conditions: listOf(group).map((one) => {
    if (!isJson(one)) return one
    return Array.isArray(one.conditions) ? ofEventGroup(one) : { ...one, type: 'field' }
  }),
})

const ofCondition = (value: unknown): unknown => {
  if (Array.isArray(value)) return groupOf(value.map(ofCondition))
  if (!isJson(value)) return value
  const { type = Array.isArray(value.conditions) ? 'group' : 'field' in value ? 'field' : undefined } = value
  if (type === 'group') {
    return {
      ...value,
      type,
      operator: operatorOf(value.operator),
      conditions: (Array.isArray(value.conditions) ? value.conditions : []).map(ofCondition),
    }
  }
  if (type === 'field') return ofField(value)
  if (type === 'event') return ofEvent(value)
  if (type === 'association' && isJson(value.associationConditions)) {
    return { ...value, associationConditions: ofCondition(value.associationConditions) }
  }
  return value
}

/**
 * Conditions of version 1 as those of version 2: a list or a group without its `type`, fields without theirs, tags as a field,
 * events by their name with one list for all that is asked of them. What is of version 2 already stays as it is.
 */
export const upgradeConditions = (value: unknown): unknown => {
  const upgraded = ofCondition(value)
  return isJson(upgraded) && upgraded.type !== 'group' ? groupOf([upgraded]) : upgraded
}
