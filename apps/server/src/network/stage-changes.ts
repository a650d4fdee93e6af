/**
 * Writes members' new stages into all their teams, at most ten rows each; for a member named twice the last one counts.
 * Belongs in the transaction that changes the balance rows. It locks the network, so it comes last before the commit,
 * and after the ledger's lock.
 */
export const setTeamStages = { name: 'stage changes', text: 'select set_team_stage($1::int[], $2::smallint[])' }
