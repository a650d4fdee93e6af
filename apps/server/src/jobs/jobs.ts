import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Tx } from '../db/database.ts'

/** What leaves with a transaction: each job's name and what it carries. No secrets: jobs are stored as they are. */
export type JobData = {
  'send-reset-mail': { email: string }
}
export type JobName = keyof JobData

export type Jobs = {
  /** Part of the caller's transaction: no commit, no job. */
  enqueue<Name extends JobName>(tx: Tx, name: Name, data: JobData[Name]): Promise<void>
  work<Name extends JobName>(name: Name, handle: (data: JobData[Name]) => Promise<void>): Promise<void>
  stop: () => Promise<void>
}

export async function startJobs({ url, log }: { url: string; log: Logger }): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'trefoil jobs',
    max: 3,
    // Its schema was made with the migrations, owned by the role that it works as.
    createSchema: false,
    schedule: false,
    // A mail that someone waits for leaves at once, not at the next poll.
    useListenNotify: true,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs failed'))
  await boss.start()

  return {
    async enqueue(tx, name, data) {
      await boss.send(name, data, { db: fromKysely(tx) })
    },
    async work(name, handle) {
      await boss.createQueue(name, { retryLimit: 5, retryDelay: 2, retryBackoff: true, notify: true })
      const options = {
        batchSize: 50,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 2,
        perJobResults: true,
      } as const
      await boss.work<JobData[typeof name], unknown, typeof options>(name, options, async (jobs) => {
        const settled = await Promise.allSettled(jobs.map((job) => handle(job.data)))
        return settled.map((result, index) => {
          if (result.status === 'rejected')
            log.warn({ err: result.reason, job: name }, 'a job failed and is tried again')
          return { id: jobs[index]?.id ?? '', status: result.status === 'fulfilled' ? 'completed' : 'failed' }
        })
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
