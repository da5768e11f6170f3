import type { ReadableSource, WriteRequest, Writer, WrittenPost } from '../../../server/generation/post.ts';
import { runNotes } from '../../../server/generation/run/notes.ts';
import { builtInWriter } from '../../../server/generation/writers/built-in-writer.ts';
import { PLATFORM_IDS } from '../../../shared/posts/platforms.ts';
import type { Run } from './writers/checks/run.ts';

export function readable(text: string, fields: Partial<ReadableSource> = {}): ReadableSource {
  const url = 'https://bread.example/loaf';
  return { ok: true, url, title: 'Bread', text, language: 'en', picture: null, ...fields };
}

export function writeRequest(fields: Partial<WriteRequest> = {}): WriteRequest {
  return {
    niche: 'Bread',
    template: { name: 'General', prompt: 'Write about Bread.' },
    sources: [],
    platforms: ['instagram'],
    count: 1,
    avoid: [],
    hasVideo: false,
    seed: 'seed',
    onPost() {},
    ...fields,
  };
}

/** The notes of a run on its posts, as one text. */
export function notesOn(writer: Writer, written: WrittenPost[], count = written.length): string {
  const [source] = [readable('Bread needs time.')];
  const project = {
    id: 'bread',
    niche_name: 'Bread',
    source_url_1: source.url,
    source_url_2: source.url,
    extra_sources: [],
    posts_per_day: 2,
    platforms: ['linkedin' as const],
    account_ids: null,
    video_path: null,
    videos: 'needed' as const,
  };
  return runNotes({ project, count, written, readings: [source], writer }).join(' ');
}

/** A run of the built-in writer, for all platforms. */
export async function writeRun(order: Pick<WriteRequest, 'niche' | 'template' | 'sources'>, count = 4): Promise<Run> {
  return {
    ...order,
    posts: await builtInWriter.write(writeRequest({ ...order, platforms: [...PLATFORM_IDS], count })),
  };
}
