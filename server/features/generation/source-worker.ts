import { parentPort } from 'node:worker_threads';
import { readSource } from '../../../supabase/functions/auto-generate-content/sources/read-source.ts';
import { nodeNetwork } from './source-network.ts';
import type { WorkerReport } from './source-readers.ts';

/** The program of a worker thread that reads sources: takes a URL, and reports what became of it. One at a time. */
parentPort?.on('message', async (url: string) => {
  const report = (message: WorkerReport) => parentPort?.postMessage(message);
  const onFetched = () => report({ step: 'fetched' });
  report({ step: 'read', reading: await readSource(url, { network: nodeNetwork, onFetched }) });
});
