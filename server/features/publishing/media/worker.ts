import { parentPort } from 'node:worker_threads';
import type { MediaReport, MediaRequest } from './workers.ts';

const report = (message: MediaReport) => parentPort?.postMessage(message);

/** The program of a worker thread that reads videos' descriptions and converts pictures, one at a time. */
parentPort?.on('message', async (request: MediaRequest) => {
  try {
    if ('video' in request) {
      const { parseVideo } = await import('./parse-video.ts');
      return report({ step: 'parsed', facts: parseVideo(request.video, request.size) });
    }
    const { reencode } = await import('./reencode.ts');
    return report({ step: 'reencoded', picture: await reencode(request.picture) });
  } catch (error) {
    // Codecs throw things that are no errors.
    report({ step: 'failed', reason: error instanceof Error ? error.message : 'damaged' });
  }
});
