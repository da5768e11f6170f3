import { mediaItemOf } from '../../../shared/posts/media-library.ts';
import type { MediaFilesRow } from '../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import type { ImportAccount } from './destinations.ts';
import type { LibraryFile } from './library.ts';
import type { ImportPlan } from './plan.ts';

/** The row limit of hosted projects. */
const PAGE = 1000;
/** Limit of library files searched for names. */
const FILES_MAX = 50_000;

/** Database access of an import. AppError unavailable when Supabase fails. */
export type ImportStore = {
  timezone(): Promise<string>;
  accounts(): Promise<ImportAccount[]>;
  library(): Promise<LibraryFile[]>;
  /** Makes the posts, once per id; 'late', with nothing made, when the first time has passed. */
  write(id: string, posts: ImportPlan['posts']): Promise<{ state: 'done' | 'late'; posts: number }>;
};

export function importStore(client: Client): ImportStore {
  return {
    async timezone() {
      const { data, error } = await client.from('app_settings').select('timezone').maybeSingle();
      if (error) throw couldNot('read the settings', error);
      return data?.timezone ?? DEFAULT_SETTINGS.timezone;
    },
    async accounts() {
      const [accounts, channels] = await Promise.all([
        client
          .from('social_accounts')
          .select('id, platform, account_label, posting_defaults')
          .order('account_label')
          .order('id'),
        client.from('channels').select('account_id, state, expires_at, limits'),
      ]);
      if (accounts.error) throw couldNot('read the accounts', accounts.error);
      if (channels.error) throw couldNot('read the channels', channels.error);
      const byAccount = new Map(channels.data.map(({ account_id, ...channel }) => [account_id, channel]));
      return accounts.data.map(({ id, platform, account_label, posting_defaults }) => ({
        id,
        platform,
        label: account_label,
        channel: byAccount.get(id) ?? null,
        defaults: posting_defaults ?? {},
      }));
    },
    async library() {
      const files: LibraryFile[] = [];
      for (let from = 0; from < FILES_MAX; from += PAGE) {
        const { data, error } = await client
          .from('media_files')
          .select(
            'id, path, kind, mime_type, size_bytes, poster, name, alt, width, height, duration_seconds, cover_ms, captions',
          )
          .order('created_at', { ascending: false })
          .order('id')
          .range(from, from + PAGE - 1);
        if (error) throw couldNot('read the Media Library', error);
        files.push(...data.map(fileOf));
        if (data.length < PAGE) break;
      }
      return files;
    },
    async write(id, posts) {
      const { data, error } = await client.rpc('import_posts', { import: id, posts });
      if (error) throw couldNot('import the posts', error);
      return data;
    },
  };
}

function fileOf(
  file: Omit<MediaFilesRow, 'used' | 'search_text' | 'deleted_at' | 'created_at' | 'tags' | 'copy_of'>,
): LibraryFile {
  return {
    name: file.name ?? '',
    item: mediaItemOf(file),
    mimeType: file.mime_type ?? '',
    size: file.size_bytes,
    seconds: file.duration_seconds,
  };
}
