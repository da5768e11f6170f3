import { expect, it } from 'vitest';
import { boundedReader, bytesSource } from '../../../../server/features/publishing/media/byte-source.ts';
import { probePicture } from '../../../../server/features/publishing/media/probe-picture.ts';

/** A GIF with its picture in blocks of one byte each. */
function gifOfTinyBlocks(blocks: number): Uint8Array {
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0, 0, 0])]);
  const picture = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]);
  return Buffer.concat([head, picture, Buffer.alloc(2 * blocks, 1), Buffer.from([0, 0x3b])]);
}

/** Probes a picture, and counts the turns of the event loop until it is done. */
async function probed(bytes: Uint8Array) {
  let turns = 0;
  const count = () => {
    turns += 1;
    turning = setImmediate(count);
  };
  let turning = setImmediate(count);
  try {
    const read = boundedReader(bytesSource(bytes), { bytes: 32 * 1024 * 1024, reads: 200 });
    const outcome = await probePicture(read, bytes.length).catch((error: Error) => error.message);
    return { outcome, turns };
  } finally {
    clearImmediate(turning);
  }
}

it('a GIF of many tiny blocks leaves others their turn', async () => {
  const { outcome, turns } = await probed(gifOfTinyBlocks(150_000));
  expect(outcome).toMatchObject({ mimeType: 'image/gif', isAnimated: false });
  expect(turns).toBeGreaterThanOrEqual(100);
});

it('a GIF of no end of tiny blocks is given up', async () => {
  expect((await probed(gifOfTinyBlocks(1_000_000))).outcome).toBe('it has too many parts');
});
