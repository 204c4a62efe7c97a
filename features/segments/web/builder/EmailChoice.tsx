import { OptionList, Token } from '@millrace/kit/web'
import { useState } from 'react'
import { useEmailChoices, useEmailName } from './useEmailChoices.ts'

const Panel = ({ value, onChoose }: { value: number | undefined; onChoose: (id: number) => void }) => {
  const [text, setText] = useState('')
  const { options, none } = useEmailChoices(text)
  return (
    <OptionList
      label="Email"
      options={options}
      value={value === undefined ? undefined : String(value)}
      onSearch={setText}
      onChoose={(id) => onChoose(Number(id))}
      none={none}
    />
  )
}

type Props = { value: number | undefined; onChange: (id: number) => void; isWrong: boolean }

/** Chooses an email among all that there are, by name or subject. */
export const EmailChoice = ({ value, onChange, isWrong }: Props) => {
  const name = useEmailName(value)
  return (
    <Token
      label="Email"
      placeholder="Choose an email"
      width={280}
      invalid={isWrong && value === undefined}
      panel={(close) => (
        <Panel
          value={value}
          onChoose={(id) => {
            onChange(id)
            close()
          }}
        />
      )}
    >
      {value === undefined ? undefined : (name ?? `Email ${value}`)}
    </Token>
  )
}
