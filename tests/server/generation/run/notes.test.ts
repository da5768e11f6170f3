import { expect, test } from 'vitest';
import type { WrittenPost } from '../../../../server/generation/post.ts';
import { builtInWriter } from '../../../../server/generation/writers/built-in-writer.ts';
import { notesOn } from '../writing.ts';

const QUOTING = postWith([{ url: 'https://bread.example/', title: 'Bread', passage: 'Bread needs time.' }]);
const INVITING = postWith([]);

function postWith(sources: WrittenPost['sources']): WrittenPost {
  const form = { asked: 'general', made: sources.length > 0 ? 'insight' : 'invitation' } as const;
  return { contentType: 'text', caption: 'Bread', hashtags: [], alternatives: {}, slides: [], sources, form };
}

const MODEL = { ...builtInWriter, name: 'openai:gpt' };

test('what is missing is what the sources do not carry, and another one is asked for', () => {
  expect(notesOn(builtInWriter, [QUOTING], 3)).toContain(
    'Made 1 of 3 posts: the sources hold no more that is new. Add another source for the others.',
  );
  expect(notesOn(builtInWriter, [], 3)).toMatch(/^No post was made: .*Add another source, or change one\.$/);
  expect(notesOn(builtInWriter, [QUOTING])).not.toContain('another source');
});

test('what is missing is what came out alike where a model writes', () => {
  expect(notesOn(MODEL, [QUOTING], 2)).toContain('The others were too similar to earlier ones.');
  expect(notesOn(MODEL, [], 2)).toContain('too similar to posts from the last 30 days');
});

test('posts that ask followers say so', () => {
  expect(notesOn(builtInWriter, [INVITING])).toContain('The posts ask your followers instead, as you asked for.');
  expect(notesOn(builtInWriter, [QUOTING])).not.toContain('followers');
});
