import type { ReplyOf, Route } from '@trefoil/contract/route'
import { LONG } from './values.ts'

export type DataOf<R extends Route> = ReplyOf<R> extends { data: infer Data } ? Data : never

export const person = { id: 2, name: LONG.name, email: LONG.email }
export const unbroken = { id: 3, name: LONG.unbroken, email: LONG.email }
export const PEOPLE = [person, unbroken]
