/**
 * Tells all teams of these members their new stages, at most ten rows each; of a member named twice the last counts.
 * Belongs into the transaction that changes the balance rows. The network is locked from there on, so it comes last before
 * the commit, and after the ledger's lock.
 */
export const setTeamStages = { name: 'stage changes', text: 'select set_team_stage($1::int[], $2::smallint[])' }
