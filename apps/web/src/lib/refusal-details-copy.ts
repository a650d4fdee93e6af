import type { RefusalValues } from '@trefoil/core/refusal-detail'
import { messages, plural } from './messages.ts'

type Said<Values> = Values extends null ? string : (values: Values) => string
type Details = { [Name in keyof RefusalValues]: Said<RefusalValues[Name]> }

/** What the server says in English, for other languages: see `RefusalValues`. */
const details = messages('refusalDetails', {
  minimum_donation: ({ amount }: { amount: string }) => `Minimum donation is ${amount}`,
  minimum_withdrawal: ({ amount }: { amount: string }) => `The minimum withdrawal is ${amount}`,
  minimum_return: ({ amount, all }: { amount: string; all: string }) =>
    `The minimum return is ${amount}, unless you return all of ${all}`,
  minimum_transfer: ({ amount }: { amount: string }) => `The minimum transfer is ${amount}`,
  impact_not_covered: ({ balance, amount }: { balance: string; amount: string }) =>
    `Your impact balance of ${balance} does not cover ${amount}`,
  checked_not_covered: ({ balance, checked, amount }: { balance: string; checked: string; amount: string }) =>
    `Your impact balance of ${balance}, of which ${checked} is being checked, does not cover ${amount}`,
  available_not_covered: ({ balance, amount }: { balance: string; amount: string }) =>
    `Your available balance of ${balance} does not cover ${amount}`,
  deposits_not_covered: ({ unspent, amount }: { unspent: string; amount: string }) =>
    `${unspent} of your deposits is not spent, which does not cover ${amount}`,
  checked_deposits_not_covered: ({ unspent, checked, amount }: { unspent: string; checked: string; amount: string }) =>
    `${unspent} of your deposits is not spent, of which ${checked} is being checked: it does not cover ${amount}`,
  unusable_address: 'This address cannot be used here. Write to us if you think it should be.',
  age_at_least: ({ age }: { age: number }) => `You have to be at least ${age} years old.`,
  first_donation_from: ({ moment }: { moment: string }) => `You can make your first donation from ${moment} on.`,
  returns_not_offered: 'Deposits are not returned in this programme',
  cause_closed: ({ cause }: { cause: string }) =>
    `${cause} is closed: it takes no more donations. Please choose another cause`,
  to_yourself: 'You cannot send your impact balance to yourself',
  earnings_to_others: 'Earnings can only be moved into your own impact balance',
  amount_zero: 'The amount must be more than zero',
  amount_negative: 'The amount must not be negative',
  amount_too_large: 'The amount must not be above $10,000,000,000',
  amount_decimals: 'The amount must have at most 5 decimals',
  test_funds_max: ({ amount }: { amount: string }) => `At most ${amount} at once.`,
  hold_sending: ({ until }: { until: string }) =>
    `To protect you, nothing can be sent to other members until ${until}: access to your account has just changed.`,
  hold_donating: ({ until }: { until: string }) =>
    `To protect you, nothing can be donated until ${until}: access to your account has just changed.`,
  hold_erasing: ({ until }: { until: string }) =>
    `To protect you, nothing can be erased until ${until}: access to your account has just changed.`,
  hold_passkey: ({ until }: { until: string }) =>
    `To protect you, sign in with private key and passcode, and with the passkey as second factor, until ${until}: access to your account has just changed.`,
  passcode_too_short: ({ count }: { count: number }) => `Choose a passcode of at least ${count} characters.`,
  passcode_too_long: ({ count }: { count: number }) => `Choose a passcode of at most ${count} characters.`,
  passcode_too_personal:
    'Besides your name, your e-mail address and ours, too little is left to guess. Choose another one.',
  name_too_long: ({ count }: { count: number }) => `A name has at most ${count} characters.`,
  name_hidden: 'A name cannot have invisible characters.',
  name_no_letter: 'A name needs at least one letter.',
  name_marks: 'This name has too many marks on one letter.',
  name_like_ours: 'This name could be mistaken for ours. Choose another one.',
  passkeys_max: ({ count }: { count: number }) =>
    `You have ${count} passkeys, and more are not possible. Remove one first.`,
  only_second_factor: 'This is your only second factor. Add another one before you remove it.',
  closing_withdrawal: ({ amount }: { amount: string }) =>
    `A withdrawal of ${amount} is open. Wait until it is paid, or cancel it first.`,
  closing_rest: ({ amount }: { amount: string }) =>
    `There is ${amount} left. Agree to donate it, or send it to somebody first.`,
  closing_first: ({ available, impact, least }: { available: string; impact: string; least: string }) =>
    `First withdraw the ${available} that you have available, and donate or send the ${impact} of your impact balance. At most ${least} may be left; you can donate that with the erasure.`,
  closed_already: 'This account is already closed.',
  cases_max: ({ count }: { count: number }) => `You have ${count} open cases. Please write in one of them.`,
  case_too_long: 'This case has become too long. Please open a new one that names it.',
  address_malformed: 'This is not a wallet address: it has 0x and 40 more characters.',
  address_mistyped: 'This wallet address has a typing error: its checksum does not match.',
  address_nobodys: 'Nobody owns this wallet address: what is sent there is lost.',
  address_ours: 'This address is one of our own: give one of a wallet that is yours.',
  email_same: 'This is already your e-mail address.',
  email_verified_already: 'Your e-mail address is already verified.',
  email_undo_over: 'This link has run out or was used before. Your e-mail address stays as it is.',
  code_by_app: 'This code is not right. Check the clock of your phone and try the next one.',
  code_by_mail: 'This code is not right, or it has run out. After a few wrong ones, ask for a new mail.',
  two_factor_not_begun: 'Start the set-up of two-factor authentication first.',
  two_factor_not_on: 'Two-factor authentication is not on.',
  two_factor_already_on: 'Two-factor authentication is already on.',
  no_second_factor: 'This account has no second factor.',
  document_being_made: 'Another document of yours is being made. Please wait until it is done.',
  documents_busy: 'Many documents are being made. Please try again in a moment.',
  document_long: ({ lines }: { lines: number }) =>
    `This document has ${lines} lines and is made in the background. Ask for it first, and download it once it is ready.`,
  days_reversed: 'The first day must not be after the last one.',
  wait_seconds: ({ count }: { count: number }) =>
    plural(count, {
      one: `Too many attempts. Please try again in ${count} second.`,
      other: `Too many attempts. Please try again in ${count} seconds.`,
    }),
  wait_minutes: ({ count }: { count: number }) =>
    plural(count, {
      one: `Too many attempts. Please try again in ${count} minute.`,
      other: `Too many attempts. Please try again in ${count} minutes.`,
    }),
  wait_seconds_or_mail: ({ count }: { count: number }) =>
    plural(count, {
      one: `Too many attempts. Please try again in ${count} second, or ask for a sign-in link by mail.`,
      other: `Too many attempts. Please try again in ${count} seconds, or ask for a sign-in link by mail.`,
    }),
  wait_minutes_or_mail: ({ count }: { count: number }) =>
    plural(count, {
      one: `Too many attempts. Please try again in ${count} minute, or ask for a sign-in link by mail.`,
      other: `Too many attempts. Please try again in ${count} minutes, or ask for a sign-in link by mail.`,
    }),
  level_at_once: ({ amount }: { amount: string }) =>
    `At your level you can withdraw ${amount} at once. No level allows more.`,
  level_at_once_more: ({ amount, level }: { amount: string; level: number }) =>
    `At your level you can withdraw ${amount} at once. More needs level ${level}.`,
  level_in_month: ({ month, left }: { month: string; left: string }) =>
    `At your level you can withdraw ${month} in 30 days, of which ${left} is left. No level allows more.`,
  level_in_month_more: ({ month, left, level }: { month: string; left: string; level: number }) =>
    `At your level you can withdraw ${month} in 30 days, of which ${left} is left. More needs level ${level}.`,
  level_both: ({ amount, month, left }: { amount: string; month: string; left: string }) =>
    `At your level you can withdraw ${amount} at once, and ${month} in 30 days, of which ${left} is left. No level allows more.`,
  level_both_more: ({ amount, month, left, level }: { amount: string; month: string; left: string; level: number }) =>
    `At your level you can withdraw ${amount} at once, and ${month} in 30 days, of which ${left} is left. More needs level ${level}.`,
  windows_max: 'Too many windows of this account are open.',
  passkey_added_before: 'This passkey has been added before.',
  passkey_needs_name: 'Passkeys need an address with a name, and this one is a number.',
  passkey_other_site: 'This passkey was used on another site.',
  passkey_too_late: 'This took too long, or it was used before. Please try again.',
  passkey_unverified: 'This passkey could not be verified. Please try again.',
  passkey_unknown: 'This passkey is not known here. It may have been removed.',
  passkey_copied: 'There seems to be a copy of this passkey, so it is blocked. Use another way, and remove it.',
  passkey_copied_signed_out:
    'There seems to be a copy of this passkey. It is blocked, and you are signed out everywhere: sign in another way, and remove it.',
  withdrawal_approved: 'This withdrawal is approved already.',
  withdrawal_claimed: 'This withdrawal is already being paid out.',
  withdrawal_failed: 'This withdrawal could not be paid out, and waits for an operator.',
  withdrawal_paid: 'This withdrawal was already paid out.',
  withdrawal_refused: 'This withdrawal was already refused.',
  withdrawal_cancelled: 'This withdrawal was already cancelled.',
  deposit_on_its_way: 'A deposit of yours is on its way. Wait until it is credited.',
  type_word: ({ word }: { word: string }) => `Please type ${word} to confirm.`,
  export_other_session:
    'This file was asked for in another session, and only that one can download it. Ask for your data here.',
  export_not_ready: 'There is no file to download. Ask for your data first, and wait until it is ready.',
  search_too_short: 'Please type at least three letters or digits in a row.',
  records_being_checked:
    'Nothing can be booked right now: our records are being checked. Look at your history before you send it again.',
  records_being_restored:
    'Our records are being restored, and nothing can be sent until they are complete. Please try again in a few minutes.',
  chain_away: 'The network does not answer right now. Please try again.',
  deposits_being_set_up: 'Deposits are being set up. Please try again in a moment.',
  not_in_log_yet: 'This is not in the log yet. Try again in a few seconds.',
} satisfies Details)

export const refusalDetails = details as unknown as Record<
  string,
  string | ((values: Record<string, string | number>) => string) | undefined
>
