import { TokenMenu } from '@millrace/kit/web'
import { type AssociationCondition, noConditions } from '../../contract/index.ts'
import { useAssociations } from '../sources.ts'
import c from './Builder.module.css'
import { ValueToken } from './ValueToken.tsx'

type Props = {
  condition: AssociationCondition
  onChange: (next: AssociationCondition) => void
  isWrong: boolean
}

const HOW_MANY = [
  { value: 'any', label: 'has any' },
  { value: 'none', label: 'has no' },
  { value: 'at least', label: 'has at least' },
  { value: 'is more than', label: 'has more than' },
  { value: 'is less than', label: 'has less than' },
  { value: 'exactly', label: 'has exactly' },
]

type HowMany = AssociationCondition['condition']['type']

const isBareCount = (type: HowMany) => type === 'any' || type === 'none'

/** `has at least` `2` `Companies` */
export const AssociationLine = ({ condition, onChange, isWrong }: Props) => {
  const associations = useAssociations()
  const { type, value = 1 } = condition.condition
  const choose = (next: HowMany) =>
    onChange({ ...condition, condition: isBareCount(next) ? { type: next } : { type: next, value } })
  const chosen = associations.find(({ id }) => id === Number(condition.value))
  return (
    <>
      <TokenMenu
        ghost
        label="How many"
        options={HOW_MANY}
        value={type}
        onChange={(next) => choose(next as HowMany)}
        width={180}
      />
      {!isBareCount(type) && (
        <ValueToken
          label="Number"
          kind="number"
          operator="at least"
          value={`${value}`}
          shown={`${value}`}
          onChange={(next) =>
            onChange({
              ...condition,
              condition: { type, value: Math.max(0, Math.min(100_000, Math.round(Number(next)))) },
            })
          }
        />
      )}
      <TokenMenu
        label="Associated with"
        placeholder="Choose what"
        options={associations.map(({ id, one, many, note }) => ({
          value: String(id),
          label: type === 'any' || type === 'none' || value === 1 ? one : many,
          note,
        }))}
        value={condition.value ? String(condition.value) : undefined}
        onChange={(id) => onChange({ ...condition, value: Number(id), associationConditions: null })}
        none="Nothing can be associated yet"
        invalid={isWrong && !condition.value}
      />
      {chosen && !condition.associationConditions?.conditions.length && (
        <button
          type="button"
          className={`${c.add} ${c.quiet}`}
          onClick={() =>
            onChange({
              ...condition,
              associationConditions: {
                ...noConditions(),
                conditions: [{ type: 'field', field: '', condition: 'is' } as never],
              },
            })
          }
        >
          + where
        </button>
      )}
    </>
  )
}
