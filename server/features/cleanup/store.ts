import { MEDIA_BUCKET, withPoster } from '../../../shared/posts/media-bucket.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

/** Rows per step: few enough for one URL and a short transaction. */
export const BATCH = 100;

/** Database and bucket access of the clean-up. AppError unavailable when Supabase fails. */
export type CleanupStore = {
  /** Moves expired drafts to the bin, at most BATCH; returns how many. */
  binExpired(): Promise<number>;
  /** Starts purging what has been in the bin for a day, at most BATCH, with the files that nothing else uses. */
  beginPurge(): Promise<{ id: string; files: string[] }[]>;
  /** Removes files of the bucket, and the posters of videos; missing ones are not an error. */
  removeFiles(paths: string[]): Promise<void>;
  /** Starts purging unused files that were deleted a day ago, at most BATCH; returns their paths. */
  beginMediaPurge(): Promise<string[]>;
  /** Removes the rows of purged files. */
  endMediaPurge(paths: string[]): Promise<void>;
  /** Removes the rows of purged drafts. */
  endPurge(ids: string[]): Promise<void>;
  /** Removes old entries of the webhooks' log, at most BATCH; returns how many. */
  thinWebhookLog(): Promise<number>;
  /** Removes old answers, and those of removed accounts, at most BATCH; returns how many. */
  thinAnswers(): Promise<number>;
};

export function cleanupStore(client: Client): CleanupStore {
  return {
    async binExpired() {
      const { data, error } = await client.rpc('bin_expired_content', { most: BATCH });
      if (error) throw couldNot('delete old drafts', error);
      return data;
    },
    async beginPurge() {
      const { data, error } = await client.rpc('begin_purge', { most: BATCH });
      if (error) throw couldNot('empty the bin', error);
      return data;
    },
    async beginMediaPurge() {
      const { data, error } = await client.rpc('begin_media_purge', { most: BATCH });
      if (error) throw couldNot('remove deleted files', error);
      return data;
    },
    async endMediaPurge(paths) {
      const { error } = await client.from('media_details').delete().eq('purging', true).in('path', paths);
      if (error) throw couldNot('remove deleted files', error);
    },
    async removeFiles(paths) {
      const { error } = await client.storage.from(MEDIA_BUCKET).remove(paths.flatMap(withPoster));
      if (error) throw couldNot('remove pictures', error);
    },
    async endPurge(ids) {
      const { error } = await client.from('content_bin').delete().eq('purging', true).in('id', ids);
      if (error) throw couldNot('empty the bin', error);
    },
    async thinWebhookLog() {
      const { data, error } = await client.rpc('thin_webhook_log', { most: BATCH });
      if (error) throw couldNot('thin the log of webhooks', error);
      return data;
    },
    async thinAnswers() {
      const { data, error } = await client.rpc('thin_comments', { most: BATCH });
      if (error) throw couldNot('remove old answers', error);
      return data;
    },
  };
}
