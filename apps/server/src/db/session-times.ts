/**
 * How long a session lasts in all, and how long without use. A member uses it by refreshing its token, which every open
 * page does. The console reports input, because its pages also poll when nobody is there.
 */
const SESSION_TIMES = {
  member: { wholeHours: 7 * 24, idleMinutes: 3 * 24 * 60 },
  console: { wholeHours: 12, idleMinutes: 30 },
} as const

export const MEMBER_SESSION_DAYS = SESSION_TIMES.member.wholeHours / 24

/** For statements that have `account.role`. */
const perRole = (member: string, staff: string) => `case when role = 'member' then ${member} else ${staff} end`

export const WHOLE_TIME = perRole(
  `interval '${SESSION_TIMES.member.wholeHours} hours'`,
  `interval '${SESSION_TIMES.console.wholeHours} hours'`,
)

export const IDLE_TIME = perRole(
  `interval '${SESSION_TIMES.member.idleMinutes} minutes'`,
  `interval '${SESSION_TIMES.console.idleMinutes} minutes'`,
)

/** The condition for statements that have `session` joined with `account`. */
export const IS_OPEN = `ended_at is null and expires_at > now() and role <> 'former' and active_at > now() - ${IDLE_TIME}`
