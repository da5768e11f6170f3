import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { MEDIA_BUCKET, posterPath, withPoster } from '../../../shared/posts/media-bucket.ts';
import {
  MEDIA_COLUMNS,
  type MediaFileAnswer,
  type MediaMeasures,
  searchPatterns,
  tagFilter,
} from '../../../shared/posts/media-library.ts';
import type { VideoCaptions } from '../../../shared/posts/video-captions.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { noSuchFile, severalFiles, TOO_LARGE } from './messages.ts';

/** The rows and bytes of the Media Library. AppError unavailable when Supabase fails. */
export type LibraryStore = ReturnType<typeof libraryStore>;

type Details = {
  path: string;
  name: string | null;
  tags: string[];
  alt: string;
  copy_of?: string;
  made_of?: string;
  cover_ms?: number;
  captions?: VideoCaptions;
} & Partial<MediaMeasures>;

export function libraryStore(client: Client) {
  const bucket = client.storage.from(MEDIA_BUCKET);
  return {
    client,

    /** Newest first. */
    async list({ search, tag, limit }: { search: string; tag: string | undefined; limit: number }) {
      let query = client.from('media_files').select(MEDIA_COLUMNS);
      if (tag !== undefined) query = query.contains('tags', tagFilter(tag));
      for (const pattern of searchPatterns(search)) query = query.ilike('search_text', pattern);
      const { data, error } = await query.order('created_at', { ascending: false }).order('id').limit(limit);
      if (error) throw couldNot('list the files', error);
      return data;
    },

    /** A file of the library, including deleted ones. AppError not_found. */
    async read(path: string): Promise<MediaFileAnswer & { deleted_at: string | null }> {
      const { data, error } = await client.from('media_objects').select(MEDIA_COLUMNS).eq('path', path).maybeSingle();
      if (error) throw couldNot('read the file', error);
      if (!data) throw new AppError('not_found', noSuchFile(path));
      return data;
    },

    /**
     * The path of a file given by path or name. AppError not_found, or conflict with the paths of files with the same
     * name.
     */
    async find(wanted: string, among: 'kept' | 'deleted'): Promise<string> {
      const all = () => {
        const files = client.from('media_objects').select('path');
        return among === 'kept' ? files.is('deleted_at', null) : files.not('deleted_at', 'is', null);
      };
      for (const column of ['path', 'name'] as const) {
        const { data, error } = await all().eq(column, wanted).order('path').limit(10);
        if (error) throw couldNot('look for the file', error);
        const [first, second] = data;
        if (second)
          throw new AppError(
            'conflict',
            severalFiles(
              wanted,
              data.map(({ path }) => path),
            ),
          );
        if (first) return first.path;
      }
      throw new AppError('not_found', noSuchFile(wanted));
    },

    /** Deletes or restores files; returns the paths of those found. */
    async move(to: 'delete_media' | 'restore_media', paths: string[]): Promise<string[]> {
      const { data, error } = await client.rpc(to, { paths });
      if (error) throw couldNot('change the files', error);
      return data;
    },

    /** How many posts and projects use each of the files. */
    async countUses(paths: readonly string[]): Promise<Map<string, number>> {
      const counts = new Map<string, number>();
      for (const path of paths) {
        const { count, error } = await client
          .from('media_usage')
          .select('id', { count: 'exact', head: true })
          .eq('path', path);
        if (error) throw couldNot('look for what uses the files', error);
        counts.set(path, count ?? 0);
      }
      return counts;
    },

    async describe(details: Details): Promise<void> {
      const { error } = await client.from('media_details').upsert(details, { onConflict: 'path' });
      if (error) throw couldNot('save the name of the file', error);
    },

    async upload(path: string, bytes: ReadableStream<Uint8Array>, contentType: string): Promise<void> {
      const { error } = await bucket.upload(path, bytes, { contentType, duplex: 'half' });
      if (!error) return;
      const { statusCode } = error as { statusCode?: string };
      if (statusCode === '413') throw new AppError('too_large', TOO_LARGE, { cause: error });
      throw couldNot('store the file', error);
    },

    /** A frame to show for a video. */
    async uploadPoster(videoPath: string, jpeg: Buffer): Promise<void> {
      const { error } = await bucket.upload(posterPath(videoPath), jpeg, { contentType: 'image/jpeg' });
      if (error) throw couldNot('store the file', error);
    },

    /** The bytes of a file. AppError unavailable. */
    async open(path: string): Promise<Readable> {
      const { data, error } = await bucket.download(path).asStream();
      if (error) throw couldNot('read the file', error);
      return Readable.fromWeb(data as NodeReadableStream);
    },

    /** Removes an unwanted upload. A failure does not matter: the clean-up removes it within a day. */
    async discard(path: string): Promise<void> {
      await bucket.remove(withPoster(path));
      await client.from('media_details').delete().eq('path', path);
    },
  };
}
