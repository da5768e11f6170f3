import type { ArchivedPost, ArchiveSource } from '../../../shared/archives/archives.ts';
import type { ArchivePlatform } from '../../../shared/archives/guides.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';
import { NO_ARCHIVE } from './messages.ts';

/** An account with the names that an archive may use for it. */
export type ArchiveAccount = { id: string; platform: string; label: string; names: string[] };

type Kept = {
  platform: ArchivePlatform;
  source: string;
  accountId: string | null;
  /** At most 1,000. */
  posts: readonly ArchivedPost[];
  dryRun: boolean;
};

/** The posts of archives. AppError unavailable when Supabase fails. */
export type ArchiveStore = {
  accounts(): Promise<ArchiveAccount[]>;
  keep(kept: Kept): Promise<{ added: number; known: number; published: number }>;
  list(): Promise<ArchiveSource[]>;
  /** Returns how many posts were removed. AppError not_found if there were none. */
  remove(source: string): Promise<number>;
};

export function archiveStore(client: Client): ArchiveStore {
  return {
    async accounts() {
      const accounts = dataOf(
        await client.from('social_accounts').select('id, platform, account_label, channels(handle, remote_id)'),
        'read the accounts',
      );
      return accounts.map(({ id, platform, account_label: label, channels }) => {
        const channel = [channels].flat()[0];
        return { id, platform, label, names: [label, ...(channel ? [channel.handle, channel.remote_id] : [])] };
      });
    },
    async keep({ platform, source, accountId, posts, dryRun }) {
      const rows = posts.map(({ remoteId, url, text, postedAt, isReply, media, figures }) => ({
        remote_id: remoteId,
        url,
        text,
        posted_at: postedAt,
        is_reply: isReply,
        media,
        figures,
      }));
      const call = {
        of_platform: platform,
        of_source: source,
        of_account: accountId,
        posts: rows,
        is_dry_run: dryRun,
      };
      return dataOf(await client.rpc('import_archived_posts', call), 'save the posts of the archive');
    },
    async list() {
      const { data, error } = await client.from('archive_sources').select().order('imported_at', { ascending: false });
      if (error) throw couldNot('list the archives', error);
      return data.map((row) => ({
        source: row.source,
        platform: row.platform,
        accountId: row.account_id,
        posts: row.posts,
        firstAt: row.first_at,
        lastAt: row.last_at,
        importedAt: row.imported_at,
      }));
    },
    async remove(source) {
      const { count, error } = await client.from('archived_posts').delete({ count: 'exact' }).eq('source', source);
      if (error) throw couldNot('remove the archive', error);
      if (!count) throw new AppError('not_found', NO_ARCHIVE);
      return count;
    },
  };
}
