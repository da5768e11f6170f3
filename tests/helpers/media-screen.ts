import { afterEach, beforeAll } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { waitForText } from './browser.ts';
import { sharedPage } from './shared-page.ts';

/** The request that deletes files from the library. */
export const LIBRARY_DELETE = /^POST .*\/rest\/v1\/rpc\/delete_media/;

/** The request that removes files from the bucket. */
export const MEDIA_DELETE = /^DELETE .*\/storage\/v1\/object\/media-assets/;

/** One grey pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * The Media Library on a page that the file's tests share; each leaves no files, posts and projects behind. Called once
 * at the top of a file.
 */
export function mediaScreen() {
  const shared = sharedPage();

  beforeAll(async () => {
    await shared.member.from('app_settings').insert({ timezone: 'Asia/Tokyo' }).throwOnError();
  });
  afterEach(async () => {
    const { member, letGo } = shared;
    await letGo();
    // Those in the bin as well.
    const { data } = await member.from('media_objects').select('path').throwOnError();
    const paths = data.map(({ path }) => path);
    if (paths.length > 0) await member.storage.from(MEDIA_BUCKET).remove(paths);
    await member.from('media_details').delete().not('path', 'is', null).throwOnError();
    await member.from('generated_content').delete().not('id', 'is', null).throwOnError();
    // What is deleted can be brought back, so its files count as used.
    await member.from('content_bin').delete().not('id', 'is', null).throwOnError();
    await member.from('content_projects').delete().not('id', 'is', null).throwOnError();
  });

  /** The paths of the files in the library, the oldest first. */
  async function storedPaths(): Promise<string[]> {
    const { data } = await shared.member.from('media_files').select('path').order('created_at').throwOnError();
    return data.map(({ path }) => path);
  }

  return Object.assign(shared, {
    storedPaths,

    /** Opens the screen and waits until it shows these words. */
    async openMedia(...words: string[]) {
      await shared.page.goto(new URL('/media', shared.agent.url).href);
      await waitForText(shared.page, 'Media Library', ...words);
    },
  });
}
