import { z } from 'zod'
import { route } from './route.ts'
import { usdNumber } from './shapes.ts'

export const readStages = route({
  method: 'GET',
  path: '/stages',
  access: 'signed-in',
  summary: 'What each stage asks for and allows to earn, as the programme in force has it. The bare list.',
  reply: z.array(
    z.object({ stage_number: z.number().int(), donation_requirement: usdNumber, earning_multiplier: z.number() }),
  ),
})
