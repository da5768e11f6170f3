import { describe, expect, it } from 'vitest';
import { videoProblem } from '@/features/create/video.ts';

const LIMIT = 200 * 1024 * 1024;
const mp4 = (size: number, name = 'clip.mp4') => ({ name, type: 'video/mp4', size });

describe('videoProblem', () => {
  it('takes an MP4 of up to 200 MB, to the byte', () => {
    expect(videoProblem(mp4(1))).toBeNull();
    expect(videoProblem(mp4(LIMIT))).toBeNull();
  });

  it('refuses one byte more and says how large the file is', () => {
    expect(videoProblem(mp4(LIMIT + 1))).toBe(
      '"clip.mp4" is 200.1 MB; the limit is 200 MB. Shorten or compress it, then choose it again.',
    );
  });

  it('refuses an empty file', () => {
    expect(videoProblem(mp4(0))).toContain('is empty (0 bytes)');
  });

  it.each(['video/quicktime', ''])('refuses the type %j', (type) => {
    expect(videoProblem({ name: 'holiday.mov', type, size: 5 })).toBe(
      '"holiday.mov" is not an MP4 video. Choose an .mp4 file, or convert this one first.',
    );
  });
});
