import type { Names } from './stepType.ts'

type Loose = Record<string, unknown>

const fieldWords = (condition: Loose, names: Names) => {
  const name = String(condition.field ?? '')
  const value = condition.value
  const shown = Array.isArray(value) ? value.join(', ') : value && typeof value === 'object' ? '' : String(value ?? '')
  return [names.fields?.[name] ?? name, String(condition.condition ?? 'is'), shown].filter(Boolean).join(' ')
}

const eventName = (condition: Loose): string => {
  const system = condition.systemConditions as { conditions?: Loose[] } | undefined
  const named = system?.conditions?.find(({ field }) => field === 'name')
  return String(named?.value ?? 'any event')
}

const eventWords = (condition: Loose) => {
  const often = condition.frequencyCondition as Loose | undefined
  const when = condition.recencyCondition as Loose | undefined
  const times = often ? ` ${often.condition} ${often.value} ${often.value === 1 ? 'time' : 'times'}` : ''
  const recently = when && typeof when.value !== 'object' ? ` ${when.condition} ${when.value ?? ''}`.trimEnd() : ''
  return `${condition.condition === 'has not' ? 'No event' : 'Event'} ${eventName(condition)}${times}${recently}`
}

const oneInWords = (condition: Loose, names: Names): string => {
  switch (condition.type) {
    case 'group':
      return `(${conditionWords(condition, names)})`
    case 'field':
      return fieldWords(condition, names)
    case 'tag':
      return `${condition.condition === 'has not' ? 'no tag' : 'tag'} ${condition.value}`
    case 'event':
      return eventWords(condition)
    case 'segment':
      return `${condition.condition ?? 'in'} segment ${names.segments?.[Number(condition.value)] ?? condition.value}`
    case 'goal':
      return `${condition.condition === 'not in' ? 'has not reached' : 'reached'} goal ${names.goals?.[Number(condition.value)] ?? condition.value}`
    default:
      return 'another condition'
  }
}

/** A tree of conditions as one line of words; empty where there are none. */
export const conditionWords = (group: unknown, names: Names): string => {
  const { conditions = [], operator = 'and' } = (group ?? {}) as { conditions?: Loose[]; operator?: string }
  const text = conditions.map((condition) => oneInWords(condition, names)).join(` ${operator} `)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
