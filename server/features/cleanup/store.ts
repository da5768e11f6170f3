import { MEDIA_BUCKET, withPoster } from '../../../shared/posts/media-bucket.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';

/** Rows of one step: few enough for one address line and one short transaction. */
export const BATCH = 100;

/**
 * What the clean-up does in the database and the bucket. Each call: AppError unavailable when Supabase does not do it.
 */
export type CleanupStore = {
  /** Puts expired drafts into the bin, at most BATCH; answers how many. */
  binExpired(): Promise<number>;
  /**
   * Begins the end of what has been in the bin for a day, at most BATCH: each with the files that nothing else uses.
   */
  beginPurge(): Promise<{ id: string; files: string[] }[]>;
  /** Removes files of the bucket, and the posters of videos; those that are not there are no error. */
  removeFiles(paths: string[]): Promise<void>;
  /** Begins the end of files that were deleted a day ago and that nothing uses, at most BATCH: their paths. */
  beginMediaPurge(): Promise<string[]>;
  /** Forgets files whose end has begun. */
  endMediaPurge(paths: string[]): Promise<void>;
  /** Takes rows out of the bin whose end has begun. */
  endPurge(ids: string[]): Promise<void>;
};

export function cleanupStore(client: Client): CleanupStore {
  return {
    async binExpired() {
      const { data, error } = await client.rpc('bin_expired_content', { most: BATCH });
      if (error) throw failed('delete old drafts', error);
      return data;
    },
    async beginPurge() {
      const { data, error } = await client.rpc('begin_purge', { most: BATCH });
      if (error) throw failed('empty the bin', error);
      return data;
    },
    async beginMediaPurge() {
      const { data, error } = await client.rpc('begin_media_purge', { most: BATCH });
      if (error) throw failed('remove deleted files', error);
      return data;
    },
    async endMediaPurge(paths) {
      const { error } = await client.from('media_details').delete().eq('purging', true).in('path', paths);
      if (error) throw failed('remove deleted files', error);
    },
    async removeFiles(paths) {
      const { error } = await client.storage.from(MEDIA_BUCKET).remove(paths.flatMap(withPoster));
      if (error) throw failed('remove pictures', error);
    },
    async endPurge(ids) {
      const { error } = await client.from('content_bin').delete().eq('purging', true).in('id', ids);
      if (error) throw failed('empty the bin', error);
    },
  };
}

function failed(what: string, error: { message: string }): AppError {
  return new AppError('unavailable', `Supabase could not ${what}: ${error.message}`, { cause: error });
}
