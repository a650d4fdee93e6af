/** From then on the application opens without a connection. What the worker keeps is the page and its files, see there. */
export async function keepShell({ serviceWorker }: Navigator): Promise<void> {
  if (!import.meta.env.PROD) return
  try {
    // Not there where the connection is not secure.
    await (serviceWorker as ServiceWorkerContainer | undefined)?.register('/service-worker.js')
  } catch (problem) {
    console.warn('The application will not open without a connection.', problem)
  }
}
