import { basename } from 'node:path';
import type { ArchivedPost, ArchiveImported, ArchiveProgress, Skip } from '../../../shared/archives/archives.ts';
import type { ArchivePlatform } from '../../../shared/archives/guides.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { AppError } from '../../errors.ts';
import type { Owner } from './formats/format.ts';
import { formatOf } from './formats/formats.ts';
import { damaged, NOT_THE_ACCOUNT, otherAccount, TOO_MANY_POSTS } from './messages.ts';
import type { Container } from './reading/archive-file.ts';
import { openContainer } from './reading/container.ts';
import type { ArchiveAccount, ArchiveStore } from './store.ts';

const BATCH_POSTS = 500;
/** A request to the database may hold a few megabytes. */
const BATCH_CHARS = 400_000;
const POSTS_MAX = 1_000_000;
const PROGRESS_MS = 200;

type Importing = {
  file: string;
  /** The file's name before it was uploaded. */
  name?: string | undefined;
  platform?: ArchivePlatform | undefined;
  accountId?: string | undefined;
  dryRun: boolean;
  store: Pick<ArchiveStore, 'accounts' | 'keep'>;
  onProgress(progress: ArchiveProgress): void;
  /** Ends the import early. The posts read so far are kept. */
  signal: AbortSignal;
};

/** Reads an archive in one pass and stores its posts. AppError with the reason; bad_input if it is not an archive. */
export async function importArchive(importing: Importing): Promise<ArchiveImported> {
  const { file, name = file, platform: wanted, accountId, dryRun, store, onProgress, signal } = importing;
  const opened = await openContainer(file, name);
  try {
    const { format, files, also } = formatOf(opened.names, wanted);
    const { platform } = format;
    const owner = await format.ownerOf(opened, files.owner, basename(name));
    const account = accountOf(await store.accounts(), { platform, accountId, owner });
    const source = sourceOf(platform, owner, account);
    const sum = { added: 0, known: 0, published: 0 };
    const skipped: { [skip in Skip]: number } = { repost: 0, private: 0, empty: 0, unreadable: 0 };
    const progress = { posts: 0, bytes: 0, allBytes: files.posts.reduce((all, one) => all + opened.sizeOf(one), 0) };
    let shownAt = 0;
    const show = () => {
      if (Date.now() - shownAt < PROGRESS_MS) return;
      shownAt = Date.now();
      onProgress({ ...progress });
    };
    const archive = counted(opened, signal, (bytes) => {
      progress.bytes += bytes;
      show();
    });
    let batch: ArchivedPost[] = [];
    let chars = 0;
    const keep = async () => {
      if (batch.length === 0) return;
      const kept = await store.keep({ platform, source, accountId: account?.id ?? null, posts: batch, dryRun });
      for (const part of ['added', 'known', 'published'] as const) sum[part] += kept[part];
      batch = [];
      chars = 0;
    };
    try {
      for await (const entry of format.read(archive, files.posts, owner)) {
        signal.throwIfAborted();
        if ('skipped' in entry) {
          skipped[entry.skipped] += 1;
          continue;
        }
        if (++progress.posts > POSTS_MAX) throw damaged(TOO_MANY_POSTS);
        batch.push(entry.post);
        chars += entry.post.text.length + entry.post.media.reduce((all, { alt = '' }) => all + alt.length, 200);
        if (batch.length >= BATCH_POSTS || chars > BATCH_CHARS) await keep();
        show();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await keep();
    const state = signal.aborted ? 'cancelled' : 'done';
    return { platform, source, accountId: account?.id ?? null, also, state, isDryRun: dryRun, ...sum, skipped };
  } finally {
    await opened.close();
  }
}

function counted(archive: Container, signal: AbortSignal, onBytes: (bytes: number) => void): Container {
  return {
    ...archive,
    async *open(name) {
      for await (const piece of archive.open(name)) {
        signal.throwIfAborted();
        onBytes(piece.length);
        yield piece;
      }
    },
  };
}

type Looked = { platform: ArchivePlatform; accountId: string | undefined; owner: Owner };

/** The chosen account, or the one that the archive names. */
function accountOf(accounts: readonly ArchiveAccount[], { platform, accountId, owner }: Looked): ArchiveAccount | null {
  if (accountId !== undefined) {
    const chosen = accounts.find(({ id }) => id === accountId);
    if (!chosen) throw new AppError('not_found', NOT_THE_ACCOUNT);
    if (chosen.platform !== platform) throw otherAccount(platform);
    return chosen;
  }
  const named = [owner.name, owner.id].flatMap((name) => (name ? [bare(name)] : []));
  const fits = ({ names }: ArchiveAccount) => names.some((name) => named.includes(bare(name)));
  return accounts.find((account) => account.platform === platform && fits(account)) ?? null;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/^@/, '');
}

/** A name that is the same for all archives of one account. */
function sourceOf(platform: ArchivePlatform, { name, id }: Owner, account: ArchiveAccount | null): string {
  return [platformLabel(platform), name ?? account?.label ?? id ?? ''].join(' ').trim().slice(0, 300);
}
