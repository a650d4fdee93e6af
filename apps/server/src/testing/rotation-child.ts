import { rotateUntil, type RotationOrders } from './rotation.ts'

await rotateUntil(JSON.parse(process.argv[2] ?? '') as RotationOrders, () => process.kill(process.pid, 'SIGKILL'))
