import { describe, expect, it } from 'vitest';
import { storedName } from '@/domain/media/upload.ts';

describe('storedName', () => {
  it('is a random number with the extension of the original', () => {
    expect(storedName('My Clip.MP4', 'mp4')).toMatch(/^\d{40}\.mp4$/);
    expect(storedName('a.mp4', 'mp4')).not.toBe(storedName('a.mp4', 'mp4'));
  });

  it.each(['clip', '../../etc/passwd', 'clip.<script>'])('falls back to the usual extension for %j', (name) => {
    expect(storedName(name, 'mp4')).toMatch(/^\d{40}\.mp4$/);
  });
});
