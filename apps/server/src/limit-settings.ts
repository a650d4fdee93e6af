export type LimitSettings = {
  signUpsPerHour: number
  wrongPasscodesPerMinute: number
  wrongPasscodesPerAddress: number
  wrongPasscodesPerAccount: number
  wrongCodesPerDay: number
  wrongRecipientsPerHour: number
  supportMessagesPerDay: number
}

type Parts = { whole: (name: string, fallback: number, max: number) => number; production: boolean }

const MAX = 1_000_000

export const readLimitSettings = ({ whole, production }: Parts): LimitSettings => ({
  signUpsPerHour: whole('LIMIT_SIGN_UPS_PER_HOUR', production ? 10 : 100, MAX),
  wrongPasscodesPerMinute: whole('LIMIT_WRONG_PASSCODES_PER_MINUTE', 10, MAX),
  wrongPasscodesPerAddress: whole('LIMIT_WRONG_PASSCODES_PER_ADDRESS', 100, MAX),
  wrongPasscodesPerAccount: whole('LIMIT_WRONG_PASSCODES_PER_ACCOUNT', 1000, MAX),
  wrongCodesPerDay: whole('LIMIT_WRONG_CODES_PER_DAY', 20, MAX),
  wrongRecipientsPerHour: whole('LIMIT_WRONG_RECIPIENTS_PER_HOUR', 20, MAX),
  supportMessagesPerDay: whole('LIMIT_SUPPORT_MESSAGES_PER_DAY', 30, MAX),
})
