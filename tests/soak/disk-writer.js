import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

// Writes a page of 4 kB again and again and waits until the disk has it, in a thread of its own: what else its process does
// must not count. Says when each write begins and ends, in milliseconds since 1970. Any message ends it.
const PAGE = Buffer.alloc(4096, 1);
const file = openSync(workerData.path, 'w', 0o600);
const timer = setInterval(() => {
  parentPort.postMessage({ began: Date.now() });
  writeSync(file, PAGE, 0, PAGE.length, 0);
  fdatasyncSync(file);
  parentPort.postMessage({ ended: Date.now() });
}, workerData.everyMs);
parentPort.once('message', () => {
  clearInterval(timer);
  closeSync(file);
  unlinkSync(workerData.path);
  parentPort.close();
});
