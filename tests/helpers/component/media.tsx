import { screen, waitFor } from '@testing-library/dom';
import { beforeAll, beforeEach, expect } from 'vitest';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import { PNG } from '../png.ts';
import { appInDocument, plain, says } from './app.tsx';

type Details = { name?: string; tags?: string[]; alt?: string; size?: number; type?: string };

/** The Media Library; each test of the file begins without files, posts and projects, and with times in Tokyo. */
export function mediaInDocument() {
  const app = appInDocument();

  beforeAll(() => app.member.from('app_settings').insert({ timezone: 'Asia/Tokyo' }).throwOnError());
  beforeEach(async () => {
    const { data } = await app.member.from('media_objects').select('path').throwOnError();
    if (data.length > 0) await app.member.storage.from(MEDIA_BUCKET).remove(data.map(({ path }) => path));
    await app.member.from('media_details').delete().not('path', 'is', null).throwOnError();
    for (const table of ['generated_content', 'content_bin', 'content_projects'] as const) {
      await app.member.from(table).delete().not('id', 'is', null).throwOnError();
    }
  });

  return Object.assign(app, {
    /** Puts a file into the bucket, as any tool might; with details if it has a name. */
    async store(path: string, { name, tags, alt, size = PNG.length, type = 'image/png' }: Details = {}) {
      if (name) await app.member.from('media_details').insert({ path, name, tags, alt }).throwOnError();
      const bytes = Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);
      const { error } = await app.member.storage.from(MEDIA_BUCKET).upload(path, bytes, { contentType: type });
      if (error) throw error;
    },

    /** Removes a file without notifying the window, like another client. */
    remove: (path: string) => app.member.storage.from(MEDIA_BUCKET).remove([path]),

    async addPost(caption: string, ...paths: string[]) {
      const media = paths.map((path) => ({ path, url: '', kind: 'image' as const }));
      const row = { content_type: 'image' as const, caption, media };
      return (await app.member.from('generated_content').insert(row).select('id').single().throwOnError()).data.id;
    },

    /** The paths of the files in the library, oldest first. */
    storedPaths: async () =>
      (await app.member.from('media_files').select('path').order('created_at').throwOnError()).data.map(
        ({ path }) => path,
      ),

    async openMedia(...words: string[]) {
      await app.open('/media');
      await says('Media Library', ...words);
    },

    /** Opens the file whose tile shows these words. */
    async openTile(words: string) {
      const tile = await waitFor(() => {
        const tiles = [...document.querySelectorAll<HTMLElement>('main li button[aria-haspopup]')];
        const found = tiles.find(({ textContent }) => plain(textContent ?? '').includes(plain(words)));
        if (!found) throw new Error(`There is no tile that shows ${words}.`);
        return found;
      });
      await app.user.click(tile);
      await says('Stored as');
    },

    /** Waits until the library shows exactly the files with these names, in this order. */
    hasTiles: (...names: string[]) =>
      waitFor(() =>
        expect([...document.querySelectorAll('main li button span[title]')].map((tile) => tile.textContent)).toEqual(
          names,
        ),
      ),

    /** The open dialogs, the latest last. */
    dialogs: () => screen.queryAllByRole('dialog'),
  });
}
