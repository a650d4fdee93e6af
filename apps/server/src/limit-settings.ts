export type LimitSettings = {
  signUpsPerHour: number
  wrongPasscodesPerMinute: number
  wrongPasscodesPerAddress: number
  wrongPasscodesPerAccount: number
  wrongCodesPerDay: number
  wrongRecipientsPerHour: number
  supportMessagesPerDay: number
}
