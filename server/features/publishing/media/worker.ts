import { parentPort } from 'node:worker_threads';
import type { MediaReport, MediaRequest } from './workers.ts';

const report = (message: MediaReport) => parentPort?.postMessage(message);

/** A worker thread that parses video headers and converts pictures, one at a time. */
parentPort?.on('message', async (request: MediaRequest) => {
  try {
    if ('video' in request) {
      const { parseVideo } = await import('./parse-video.ts');
      return report({ step: 'parsed', facts: parseVideo(request.video, request.size) });
    }
    const { reencode } = await import('./reencode.ts');
    return report({ step: 'reencoded', picture: await reencode(request.picture) });
  } catch (error) {
    // Codecs may throw non-errors.
    report({ step: 'failed', reason: error instanceof Error ? error.message : 'damaged' });
  }
});
