/**
 * Whether a journal moved money between accounts that its reason allows, as the core plans it: `j` is the journal, and
 * `e` sums its entries up. A donation's shares are looked at one by one, where they are explained; a reversal's, where
 * they are compared with what they take back.
 */
export const ALLOWED_MOVE = `
  case when j.reason = 'donation' then e.source = 'impact'
  else e.entries = 2 and e.payee = j.target_member and case j.reason
    when 'transfer' then e.target = 'impact'
      and (e.source = 'impact' and e.payer <> e.payee or e.source = 'available' and e.payer = e.payee)
    when 'deposit' then e.source = 'chain' and e.target in ('impact', 'dust')
    when 'withdrawal_held' then e.source in ('available', 'impact', 'cause', 'operations') and e.target = 'held' and e.payer = e.payee
    when 'withdrawal_released' then e.source = 'held' and e.target in ('available', 'impact', 'cause', 'operations') and e.payer = e.payee
    when 'withdrawal_paid' then e.source = 'held' and e.target = 'chain'
    when 'adjustment' then e.source in ('impact', 'available') and e.target in ('operations', 'chain')
      or e.source = 'operations' and e.target in ('impact', 'available', 'chain')
      or e.source = 'chain' and e.target in ('impact', 'available')
    when 'closing' then e.source in ('impact', 'available') and e.target = 'cause'
    when 'reversal' then e.source in ('impact', 'available', 'cause', 'operations')
      and e.target in ('impact', 'available', 'chain')
    end
  end`
