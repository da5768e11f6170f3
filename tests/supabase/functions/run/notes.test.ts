import { describe, expect, test } from 'vitest';
import type { ReadableSource, WrittenPost } from '../../../../supabase/functions/auto-generate-content/post.ts';
import { runNotes } from '../../../../supabase/functions/auto-generate-content/run/notes.ts';
import { builtInWriter } from '../../../../supabase/functions/auto-generate-content/writer/built-in-writer.ts';

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
  return { contentType: 'text', caption: 'Bread', hashtags: [], alternatives: {}, slides: [], sources };
}

function notes(written: WrittenPost[], readings = [SOURCE], writer = builtInWriter): string {
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
  return runNotes({ project, count: written.length, written, readings, writer }).join(' ');
}

describe('posts that draw on no source', () => {
  test('are counted, so that the source or the template can be changed', () => {
    expect(notes([QUOTING, INVITING])).toContain(
      '1 of 2 posts ask your followers instead, because the sources have nothing more for this template.',
    );
    expect(notes([INVITING])).toContain('The sources have nothing for this template, so the posts ask your followers');
  });

  test('need no word where there is nothing to read, nothing missing, or a model at work', () => {
    expect(notes([INVITING], [])).not.toContain('followers');
    expect(notes([QUOTING])).not.toContain('followers');
    expect(notes([INVITING], [SOURCE], { ...builtInWriter, name: 'openai:gpt' })).not.toContain('followers');
  });
});
