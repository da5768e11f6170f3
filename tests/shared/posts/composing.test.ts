import { expect, test } from 'vitest';
import { postFieldsSchema } from '../../../shared/posts/compose.ts';
import { refusalsOfSameText } from '../../../shared/posts/composing.ts';

test('says which platforms refuse the same text again, and no more than is documented', () =>
  expect(refusalsOfSameText(['bluesky', 'twitter', 'facebook', 'linkedin', 'mastodon'])).toEqual([
    'X/Twitter refuses a text that you posted recently. Change a few words for it.',
    'Facebook refuses the text of the post before. Change a few words for it.',
  ]));

test('a text loses what the database cannot store, and nothing else', () => {
  const typed = { caption: 'A\0 loaf \uD83C of 🍞 bread' };
  expect(postFieldsSchema.partial().parse(typed)).toEqual({ caption: 'A loaf \uFFFD of 🍞 bread' });
});

test('hashtags may have their # or not', () => {
  const of = (hashtags: string[]) => ({ hashtags, alternatives: { bluesky: { caption: '', hashtags } } });
  expect(postFieldsSchema.partial().parse(of(['bread', '#bread', '＃rye']))).toEqual(of(['#bread', '#rye']));
});

test('bounds what a post may hold', () => {
  const fields = postFieldsSchema.partial();
  expect(fields.safeParse({ caption: 'x'.repeat(100_001) }).success).toBe(false);
  expect(fields.safeParse({ account_ids: [] }).success).toBe(false);
  expect(fields.safeParse({ media: Array(21).fill({ path: 'a', url: '/a', kind: 'image' }) }).success).toBe(false);
});
