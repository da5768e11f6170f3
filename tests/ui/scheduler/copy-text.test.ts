import { expect, it } from 'vitest';
import { copyText } from '@/features/scheduler/actions/copy-button.tsx';

it('is the caption, a blank line, then the hashtags joined by spaces (§2)', () => {
  expect(copyText({ caption: 'One\nTwo', hashtags: ['#a', '#b'] })).toBe('One\nTwo\n\n#a #b');
});

it('is the caption alone where there are no hashtags', () => {
  expect(copyText({ caption: 'One', hashtags: [] })).toBe('One');
});
