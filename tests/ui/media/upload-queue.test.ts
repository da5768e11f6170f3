import { beforeEach, describe, expect, it } from 'vitest';
import { UploadCancelledError, type UploadControl } from '@/domain/media/upload.ts';
import { createUploadQueue, type UploadQueue } from '@/features/media/upload-queue.ts';

type Sending = { name: string; control: UploadControl; arrive: () => void; fail: (reason: string) => void };

let queue: UploadQueue;
let sending: Sending[];
let settled: { stored: number; failed: number }[];
let stored: number;

const file = (name: string) => new File(['1234567890'], name);
const files = (...names: string[]) => names.map(file);
const states = () => queue.uploads().map(({ file: { name }, state }) => `${name} ${state}`);
const sent = (name: string) => {
  const found = sending.findLast((candidate) => candidate.name === name);
  if (!found) throw new Error(`${name} was not sent.`);
  return found;
};
/** Lets all settled promises take effect. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
const idOf = (name: string) => queue.uploads().find((upload) => upload.file.name === name)?.id ?? -1;

beforeEach(() => {
  sending = [];
  settled = [];
  stored = 0;
  queue = createUploadQueue({
    check: ({ name }) => (name.startsWith('bad') ? 'No good.' : null),
    send: ({ name }, control) =>
      new Promise((resolve, reject) => {
        sending.push({ name, control, arrive: resolve, fail: (reason) => reject(new Error(reason)) });
        control.signal.addEventListener('abort', () => reject(new UploadCancelledError()));
      }),
    onStored: () => {
      stored += 1;
    },
    onSettled: (result) => void settled.push(result),
  });
});

it('sends two files at once and the others as these arrive', async () => {
  queue.add(files('a', 'b', 'c', 'd'));
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting', 'd waiting']);
  sent('b').arrive();
  await turn();
  expect(states()).toEqual(['a sending', 'c sending', 'd waiting']);
  expect(stored).toBe(1);
  expect(settled).toEqual([]);
});

it('keeps what is refused in the list and never sends it', async () => {
  queue.add(files('bad', 'a'));
  expect(states()).toEqual(['bad refused', 'a sending']);
  queue.retry(idOf('bad'));
  expect(states()).toEqual(['bad refused', 'a sending']);
  sent('a').arrive();
  await turn();
  expect(states()).toEqual(['bad refused']);
  expect(settled).toEqual([{ stored: 1, failed: 0 }]);
});

it('keeps a failed file with its reason, and tries it again', async () => {
  queue.add(files('a'));
  sent('a').fail('The bucket is full.');
  await turn();
  expect(queue.uploads()).toMatchObject([{ state: 'failed', reason: 'The bucket is full.' }]);
  expect(settled).toEqual([{ stored: 0, failed: 1 }]);
  queue.retry(idOf('a'));
  expect(states()).toEqual(['a sending']);
  sent('a').arrive();
  await turn();
  expect(states()).toEqual([]);
  expect(settled).toEqual([
    { stored: 0, failed: 1 },
    { stored: 1, failed: 0 },
  ]);
});

describe('calling off', () => {
  it('one file lets the next begin', async () => {
    queue.add(files('a', 'b', 'c'));
    queue.remove(idOf('a'));
    await turn();
    expect(sent('a').control.signal.aborted).toBe(true);
    expect(states()).toEqual(['b sending', 'c sending']);
  });

  it('a waiting file never sends it', async () => {
    queue.add(files('a', 'b', 'c'));
    queue.remove(idOf('c'));
    sent('a').arrive();
    sent('b').arrive();
    await turn();
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(settled).toEqual([{ stored: 2, failed: 0 }]);
  });

  it('everything keeps what failed, until the list is cleared once more', async () => {
    queue.add(files('bad', 'a', 'b', 'c'));
    queue.clear();
    await turn();
    expect(states()).toEqual(['bad refused']);
    expect(settled).toEqual([]);
    queue.clear();
    expect(states()).toEqual([]);
  });

  it('a reset forgets everything and says nothing', async () => {
    queue.add(files('a', 'b', 'c'));
    sent('a').arrive();
    await turn();
    queue.reset();
    await turn();
    expect(states()).toEqual([]);
    expect(settled).toEqual([]);
  });
});
