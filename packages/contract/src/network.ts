import { z } from 'zod'
import { nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

const status = z.enum(['active', 'inactive'])
const position = z.enum(['left', 'center', 'right'])
const stage = z.int().min(0).max(10)
const count = z.int().min(0)

const referral = z.object({
  name: z.string(),
  /** Null for a former member. */
  email: z.string().nullable(),
  team_tree: z.object({ position }),
  status,
  referral_code: z.string(),
  stage,
  joined: instant,
})
export type Referral = z.input<typeof referral>

export const listReferrals = route({
  method: 'GET',
  path: '/users/referrals',
  access: 'member',
  summary: 'Who joined with my referral code, newest first.',
  query: pageQuery,
  reply: done.extend({ data: z.object({ referrals: z.array(referral), next_cursor: nextCursor }) }),
})

const teamMember = z.object({
  name: z.string(),
  /** Null if the member hides it, or has left. */
  email: z.string().nullable(),
  status,
  referral_code: z.string(),
  stage,
  /** Levels below the viewer, 1 to 10. */
  level: z.int(),
  position,
  /** The e-mail is null unless the sponsor is a contact of the viewer's, and shows it. */
  referred_by: z.object({ name: z.string(), email: z.string().nullable() }),
})
export type TeamMember = z.input<typeof teamMember>

export const listTeam = route({
  method: 'GET',
  path: '/users/team-tree',
  access: 'member',
  summary: 'A page of my team, sorted by level, then by joining date.',
  query: z.strictObject({
    stage: stage.optional(),
    status: status.optional(),
    page: z.int().min(1).max(1_000_000_000).optional(),
    limit: z.int().min(1).max(100).optional(),
  }),
  reply: done.extend({
    data: z.array(teamMember),
    stats: z.object({ totalPages: count, total: count, page: z.int(), limit: z.int() }),
  }),
})

const treeNode = z.object({
  /** Identifies the node in later requests. */
  ref: z.string(),
  name: z.string(),
  /** Null for the root member. */
  position: position.nullable(),
  stage,
  status,
  /** Levels below the viewer, who is at 0. */
  level: z.int(),
  /** How many members of the viewer's team are below this node. */
  team_size: count,
  /** There are children that this reply omits. */
  has_more: z.boolean(),
  get children() {
    return z.object({ left: treeNode.nullable(), center: treeNode.nullable(), right: treeNode.nullable() })
  },
})
export type TreeNode = z.input<typeof treeNode>

export const readTree = route({
  method: 'GET',
  path: '/users/team-tree-chain',
  access: 'member',
  summary: 'A window of my team as a tree, from me or from a `ref` down.',
  query: z.strictObject({ root: z.string().min(1).max(40).optional(), depth: z.int().min(1).max(5).optional() }),
  reply: done.extend({ data: treeNode }),
})

export const readNetworkStats = route({
  method: 'GET',
  path: '/users/stats',
  access: 'member',
  summary: 'How large my team is, and at which levels and stages.',
  reply: done.extend({
    stats: z.object({ total_members: count, active_members: count }),
    team: z.object({
      total_referrals: count,
      active_referrals: count,
      /** Levels 1 to 10. */
      by_level: z.array(count),
      /** Stages 0 to 10. */
      by_stage: z.array(count),
    }),
  }),
})

export const readTeamStats = route({
  method: 'GET',
  path: '/users/team-stats',
  access: 'member',
  summary: 'How many of my team are active.',
  reply: done.extend({ stats: z.object({ total_members: count, active_members: count }) }),
})

export const readTopReferrers = route({
  method: 'GET',
  path: '/users/top-referrers',
  access: 'member',
  summary: 'Up to ten members of my team who referred the most.',
  reply: done.extend({
    data: z.object({ top_referrers: z.array(z.object({ name: z.string(), referrals: count, stage })) }),
  }),
})

export const readDetails = route({
  method: 'GET',
  path: '/users/details',
  access: 'member',
  summary: 'My sponsor, my place in the tree, and since when.',
  reply: done.extend({
    data: z.object({
      /** Null for the root member only. */
      sponsor: z.object({ name: z.string(), referral_code: z.string() }).nullable(),
      place: z.object({ position: position.nullable(), level: count }),
      joined: instant,
      two_factor: z.boolean(),
      wallet_address: z.string().nullable(),
    }),
  }),
})

const foundMember = teamMember.omit({ referred_by: true }).extend({
  /** Opens the tree at this member. */
  ref: z.string(),
  /** The refs between the viewer and this member, from the top down. */
  path: z.array(z.string()),
})
export type FoundMember = z.input<typeof foundMember>

export const searchTeam = route({
  method: 'GET',
  path: '/users/team-search',
  access: 'member',
  summary: 'Up to 20 of my team, by name, e-mail or referral code.',
  query: z.strictObject({
    q: z
      .string()
      .min(1)
      .max(100)
      .regex(/^(?=.*\S)[^\u0000]*$/),
  }),
  reply: done.extend({ data: z.object({ members: z.array(foundMember) }) }),
})
