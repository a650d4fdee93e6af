import { parentPort, workerData } from 'node:worker_threads'
import { letOthersPass } from '../../thread.ts'
import type { BuildOrder } from './build-order.ts'
import { countEpoch } from './count-epoch.ts'

letOthersPass()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
await countEpoch(workerData as BuildOrder, (message) => parentPort?.postMessage(message))
