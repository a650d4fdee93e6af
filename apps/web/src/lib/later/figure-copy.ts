import type { Figure } from '@trefoil/contract/figures'
import { laterMessages } from './later-messages.ts'

/** What the server says of each figure in English, for other languages. */
export const figures = laterMessages('figures', {
  available: {
    title: 'Available to withdraw',
    is: 'What you earned and have neither withdrawn nor moved to your impact balance.',
    formula: 'everything that arrived − everything that left',
  },
  impact: {
    title: 'Impact balance',
    is: 'What you deposited or received, and can donate or send.',
    formula: 'everything that arrived − everything that left',
  },
  returnable: {
    title: 'Deposit to return',
    is: 'What you deposited and have not spent: you can have it returned.',
    formula:
      'impact balance − what is left in it of money that others sent you, or that you moved from your earnings − what is being checked',
  },
  total_donation: {
    title: 'Total donation',
    is: 'Everything you have donated since you joined.',
    formula: 'your donations − those that were reversed',
  },
  total_earn: {
    title: 'Total earn',
    is: 'Your shares of other members’ donations since you joined.',
    formula: 'shares paid to you − shares taken back',
  },
  total_deposit: {
    title: 'Total deposit',
    is: 'Everything that came from the chain to your account.',
    formula: 'deposits + transfers that operators assigned to you − assignments that were reversed',
  },
  total_withdraw: {
    title: 'Total withdraw',
    is: 'Everything that was paid from your account to the chain.',
    formula: 'withdrawals that were paid + payments that operators booked',
  },
  earning_threshold: {
    title: 'Earning threshold',
    is: 'What you may still earn until your next donation.',
    formula: 'last donation × multiplier of your stage − earned since that donation, never below zero',
  },
  threshold_use: {
    title: 'Threshold use',
    is: 'How much of what you may earn on your last donation you have earned.',
    formula: 'earned since your last donation ÷ (last donation × multiplier of your stage), in whole percent',
  },
  whole_threshold: {
    title: 'What your last donation lets you earn',
    is: 'The most you may earn between your last donation and your next.',
    formula: 'last donation × multiplier of your stage',
  },
  window_earned: {
    title: 'Earned since your last donation',
    is: 'Your shares of what others have donated since you last did.',
    formula: 'shares paid to you since your last donation − those of them that were taken back',
  },
  earned: {
    title: 'Earned',
    is: 'Your shares of other members’ donations in these months, from this source.',
    formula: 'shares of donations made in these months − those of them that were taken back, whenever that was',
  },
  stage: {
    title: 'Current stage',
    is: 'How far your donations have brought you, from 0 to 10.',
    formula: 'stage before your last donation + 1 if that donation met the requirement of the next stage',
  },
  status: {
    title: 'Status',
    is: 'Active members have donated: they are at stage 1 or above.',
    formula: 'active if the stage is 1 or more',
  },
  network_size: {
    title: 'Network size',
    is: 'Everybody in the ten levels below you, yourself not counted.',
    formula: 'level 1 + level 2 + … + level 10',
  },
  active_members: {
    title: 'Active members',
    is: 'Members of your team who have donated.',
    formula: 'members of your team at stage 1 + stage 2 + … + stage 10',
  },
  top_referrers: {
    title: 'Top referrers',
    is: 'Up to ten members of your team who referred the most others.',
    formula: 'one for each of them',
  },
  total_referrals: {
    title: 'Total referrals',
    is: 'Members who joined with your referral code.',
    formula: 'one for each of them',
  },
  active_referrals: {
    title: 'Active referrals',
    is: 'Members who joined with your referral code and have donated.',
    formula: 'one for each of your referrals who is active',
  },
  joined: {
    title: 'Joined',
    is: 'Members who came into the ten levels below you in these months.',
    formula: 'one for each of them, in the month of joining',
  },
  team_size: {
    title: 'Team size',
    is: 'Everybody in the ten levels below you at the end of the month.',
    formula: 'your team today − those who joined after that month',
  },
  team_donations: {
    title: 'Team donations',
    is: 'What the ten levels below you donated in these months, without your own donations.',
    formula: 'donations made in these months − those of them that were reversed, whenever that was',
  },
  team_donation_count: {
    title: 'Donations of the team',
    is: 'How many donations the ten levels below you made in these months.',
    formula: 'donations made in these months − those of them that were reversed, whenever that was',
  },
  team_level: {
    title: 'Team by level',
    is: 'Members of your team who are this many levels below you.',
    formula: 'those not started + stage 1 + stage 2 + … + stage 10',
  },
  team_stage: {
    title: 'Team by stage',
    is: 'Members of your team who are at this stage.',
    formula: 'level 1 + level 2 + … + level 10',
  },
  member_stage: {
    title: 'Stage of a member',
    is: 'How far this member’s donations have brought them, from 0 to 10. What they gave is theirs to tell.',
    formula: 'one stage for each donation that met the requirement of the next; active from stage 1',
  },
  member_level: {
    title: 'Level of a member',
    is: 'How many steps this member is below you in the tree.',
    formula: 'one for each member on the way from you down to them, themselves included',
  },
  member_team: {
    title: 'Below a member',
    is: 'Everybody below this member who is in the ten levels below you.',
    formula: 'those on the next level below them + … + those on your level 10',
  },
  stage_requirement: {
    title: 'Requirement of a stage',
    is: 'The least that a donation must be to lead to this stage, from the one before it.',
    formula: 'the same for everybody, by the rules in force',
  },
  min_donation: {
    title: 'Minimum donation',
    is: 'The least you can donate at your stage.',
    formula: 'the requirement of your stage, or of stage 1 before your first donation',
  },
  min_withdrawal: {
    title: 'Minimum withdraw',
    is: 'The least you can withdraw at once.',
    formula: 'the same for everybody, by the rules in force',
  },
  cause_given: {
    title: 'Given so far',
    is: 'What this cause received from donations.',
    formula: 'paid out to the cause + waiting to be paid out',
  },
  donation: {
    title: 'Donation',
    is: 'What you gave, and where each part of it went.',
    formula: 'cause + operations + sponsor + ten levels above you',
  },
  donation_part: {
    title: 'Part of a donation',
    is: 'What became of this part of your donation.',
    formula: 'its percentage of the donation − what could not be paid; the cause gets that as well',
  },
  transfer: {
    title: 'Transfer',
    is: 'What was sent from one member to another, or moved from your earnings to your impact balance.',
    formula: 'one entry; nothing is deducted',
  },
  withdrawal: {
    title: 'Withdrawal',
    is: 'What you asked to be paid to your wallet.',
    formula: 'what arrives at your wallet + what is deducted, which is nothing',
  },
  deposit: {
    title: 'Deposit',
    is: 'What arrived at your deposit address.',
    formula: 'what the transaction brought, rounded down to $0.00001',
  },
  entry: {
    title: 'Entry',
    is: 'What this did to your balance.',
    formula: 'balance after it − balance before it; from your earnings to your impact balance: what was moved',
  },
} satisfies Record<Figure, { title: string; is: string; formula: string }>)
