import { parentPort } from 'node:worker_threads';
import { readLink, readLinkPicture } from '../../generation/sources/read-link.ts';
import { readSource } from '../../generation/sources/read-source.ts';
import { nodeNetwork } from './source-network.ts';
import type { WorkerReport, WorkerRequest } from './workers.ts';

const report = (message: WorkerReport) => parentPort?.postMessage(message);

/**
 * Runs in a worker thread: reads sources and links, draws cards, and makes films and reports, one request at a time. A
 * failure ends the worker.
 */
parentPort?.on('message', async (request: WorkerRequest) => {
  if ('draw' in request) {
    const { drawCard } = await import('../../generation/cards/draw-card.ts');
    return report({ step: 'drawn', png: await drawCard(...request.draw) });
  }
  if ('film' in request) {
    const { filmOf } = await import('./film-of.ts');
    return report({ step: 'film', answer: await filmOf(request.film) });
  }
  if ('report' in request) {
    const { reportPdf } = await import('../../report/report.ts');
    return report({ step: 'report', pdf: await reportPdf(request.report) });
  }
  const onFetched = () => report({ step: 'fetched' });
  const deps = { network: nodeNetwork, onFetched };
  if ('link' in request) return report({ step: 'link', reading: await readLink(request.link, deps) });
  if ('picture' in request) return report({ step: 'picture', reading: await readLinkPicture(request.picture, deps) });
  report({ step: 'read', reading: await readSource(request.read, deps) });
});
