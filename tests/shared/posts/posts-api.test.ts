import { expect, test } from 'vitest';
import { EMPTY_POST, postFieldsSchema } from '../../../shared/posts/compose.ts';
import { storedFieldsSchema } from '../../../shared/posts/posts-api.ts';

test('a card whose address is none is refused when a post is written, and left out when one is read', () => {
  const link_card = { url: 'https://[', title: 'Bread', description: '', image: null };
  expect(postFieldsSchema.safeParse({ ...EMPTY_POST, link_card }).success).toBe(false);
  const stored = { id: crypto.randomUUID(), status: 'draft', updated_at: '2026-11-25T00:00:00Z', post: null };
  expect(storedFieldsSchema.parse({ ...EMPTY_POST, ...stored, link_card })).toMatchObject({ link_card: null });
});
