import { describe, expect, test } from 'vitest';
import type { ReadableSource, WrittenPost } from '../../../../server/generation/post.ts';
import { runNotes } from '../../../../server/generation/run/notes.ts';
import { builtInWriter } from '../../../../server/generation/writers/built-in-writer.ts';

const SOURCE: ReadableSource = {
  ok: true,
  url: 'https://bread.example/',
  title: 'Bread',
  text: 'Bread needs time.',
  language: 'en',
  picture: null,
};
const QUOTING = postWith([{ url: SOURCE.url, title: 'Bread', passage: 'Bread needs time.' }]);
const INVITING = postWith([]);

function postWith(sources: WrittenPost['sources']): WrittenPost {
  const form = { asked: 'general', made: sources.length > 0 ? 'insight' : 'invitation' } as const;
  return { contentType: 'text', caption: 'Bread', hashtags: [], alternatives: {}, slides: [], sources, form };
}

function notes(written: WrittenPost[], { count = written.length, writer = builtInWriter } = {}): string {
  const project: Parameters<typeof runNotes>[0]['project'] = {
    id: 'bread',
    niche_name: 'Bread',
    source_url_1: SOURCE.url,
    source_url_2: SOURCE.url,
    posts_per_day: 2,
    platforms: ['linkedin'],
    account_ids: null,
    video_path: null,
  };
  return runNotes({ project, count, written, readings: [SOURCE], writer }).join(' ');
}

const MODEL = { ...builtInWriter, name: 'openai:gpt' };

describe('what is missing', () => {
  test('is what the sources do not carry, and another one is asked for', () => {
    expect(notes([QUOTING], { count: 3 })).toContain(
      'Made 1 of 3 posts: the sources hold no more that is new. Add another source for the others.',
    );
    expect(notes([], { count: 3 })).toMatch(/^No post was made: .*Add another source, or change one\.$/);
    expect(notes([QUOTING])).not.toContain('another source');
  });

  test('is what came out alike where a model writes', () => {
    expect(notes([QUOTING], { count: 2, writer: MODEL })).toContain('The others were too similar to earlier ones.');
    expect(notes([], { count: 2, writer: MODEL })).toContain('too similar to posts from the last 30 days');
  });
});

test('posts that ask followers say so', () => {
  expect(notes([INVITING])).toContain('The posts ask your followers instead, as you asked for.');
  expect(notes([QUOTING])).not.toContain('followers');
});
