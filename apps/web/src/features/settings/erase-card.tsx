import { ERASURE_WORD } from '@trefoil/core/identity/privacy'
import IconTrash from '~icons/tabler/trash'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useNavigate } from 'react-router'
import { showAmount } from '../../lib/formats.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { required } from '../../lib/required.ts'
import { accountErased } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useEraseAccountMutation } from './data-api.ts'
import { settingsCopy } from './copy.ts'
import styles from './erase-card.module.css'
import { OwnerForm, useOwnerForm } from './owner-form.tsx'
import shared from './settings.module.css'
import { useReturnedFocus } from './use-returned-focus.ts'
import { serverSentence } from '../../lib/server-words.ts'

const text = settingsCopy.data

export function EraseCard() {
  const [asking, setAsking] = useState(false)
  const buttons = useReturnedFocus(asking)
  const returnable = useProfileQuery().data?.limits.returnable ?? 0
  return (
    <Card heading={text.eraseTitle} icon={<IconTrash aria-hidden="true" />}>
      <p className={shared.text}>{text.eraseText}</p>
      <ul className={styles.meaning}>
        {text.eraseMeaning.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={shared.text}>{text.eraseFirst}</p>
      {returnable > 0 ? (
        <p className={shared.text}>
          {text.eraseReturn(showAmount(returnable))} <Link to="/dashboard/withdraw">{text.eraseToReturn}</Link>
        </p>
      ) : null}
      {asking ? (
        <EraseForm onCancel={() => setAsking(false)} />
      ) : (
        <div ref={buttons} className={shared.actions}>
          <Button variant="default" tone="danger" onClick={() => setAsking(true)}>
            {text.erase}
          </Button>
        </div>
      )}
    </Card>
  )
}

function EraseForm({ onCancel }: { onCancel: () => void }) {
  const [erase] = useEraseAccountMutation()
  const balances = useProfileQuery().data?.balances
  const rest = (balances?.balance ?? 0) + (balances?.deposit_balance ?? 0)
  const form = useOwnerForm()
  const dispatch = useDispatch()
  const navigate = useNavigate()

  return (
    <OwnerForm
      form={form}
      label={text.eraseForm}
      submitText={text.erase}
      tone="danger"
      send={async (proof, { word, donates }) => {
        const { message } = await erase({ ...proof, confirmation: word.trim(), donate_rest: donates }).unwrap()
        dispatch(accountErased(serverSentence(message, text.erased)))
        await navigate('/signin', { replace: true })
      }}
      onCancel={onCancel}
    >
      {rest > 0 ? <CheckField label={text.eraseRest(showAmount(rest))} {...form.register('donates')} /> : null}
      <TextField
        label={text.eraseWord(ERASURE_WORD)}
        autoComplete="off"
        autoFocus
        required
        error={form.formState.errors.word?.message}
        {...form.register('word', required(text.eraseWordRequired))}
      />
    </OwnerForm>
  )
}
