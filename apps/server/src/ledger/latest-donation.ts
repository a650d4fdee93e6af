/**
 * The donation that opened a member's current window, in SQL: the latest one that was not reversed. With `before`, the
 * one that opened the window which that donation closed.
 */
export const latestDonation = (member: string, before?: string): string => `
  select given.id, given.amount, given.rule_version, donation.stage
  from journal given join donation on donation.journal_id = given.id
  where given.source_member = ${member} and given.reason = 'donation' ${before ? `and given.id < ${before}` : ''}
    and not exists (select from reversal where reverses = given.id)
  order by given.id desc limit 1`
