import '../without-types.mjs'
import { serve } from './serve.ts'

await serve()
