import type { Command } from 'commander';
import { mediaApi } from '../../../shared/api/media.ts';
import {
  type ListedFile,
  MEDIA_LIST_DEFAULT,
  MEDIA_LIST_MAX,
  type MediaFileAnswer,
} from '../../../shared/posts/media-library.ts';
import { addToLibrary } from '../../agent-client/add-media.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime, localZone } from '../terminal/local-time.ts';
import { note, oneLine, print, printTable, type Terminal } from '../terminal/terminal.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

type AddOptions = { tag: string[]; alt?: string };
type ListOptions = { search?: string; tag?: string; limit?: number };

const collect = (value: string, earlier: string[]) => [...earlier, value];

/** `media add`, `list`, `remove` and `restore`: the Media Library. */
export function addMediaCommand(program: Command, terminal: Terminal): void {
  const media = program.command('media').description('add, list and remove pictures and videos of the Media Library');

  const add = media
    .command('add <files...>')
    .description('add pictures and videos to the library')
    .option('--tag <tag>', 'a tag for all of them; can be repeated', collect, [])
    .option('--alt <text>', 'their alt text, also used in posts with them');
  apiCommand(add, terminal, {
    // Reports each file as it goes, so that nothing is left for `tell`.
    ask: (api: Api, files: string[], options: AddOptions) => addAll(api, files, options, terminal),
    tell: () => undefined,
    hasFailed: (outcomes) => outcomes.some((outcome) => 'error' in outcome),
  });

  const list = media
    .command('list')
    .description('list the files, newest first')
    .option('--search <words>', 'only those whose name, tags, alt text or posts contain these words')
    .option('--tag <tag>', 'only those with this tag')
    .option('--limit <number>', `at most this many (${MEDIA_LIST_DEFAULT})`, wholeNumber(1, MEDIA_LIST_MAX));
  apiCommand(list, terminal, {
    ask: (api: Api, { search, tag, limit }: ListOptions) =>
      call(api, mediaApi.listMedia, { query: { search, tag, limit } }),
    tell(list, { search, tag, limit }) {
      if (list.length === 0) return note(terminal, (search ?? tag ?? limit) ? NO_FILES_FOUND : NO_FILES);
      printTable(terminal, ['NAME', 'KIND', 'SIZE', `ADDED (${localZone()})`, 'TAGS', 'PATH'], list.map(rowOf));
    },
  });

  const removing = 'remove files, by name or path; they can be restored for a day';
  apiCommand(media.command('remove <files...>').description(removing), terminal, {
    ask: (api: Api, files: string[]) => call(api, mediaApi.removeMedia, { body: { files } }),
    tell(list) {
      for (const file of list) print(terminal, removed(nameOf(file), file.uses));
    },
  });

  apiCommand(media.command('restore <files...>').description('restore removed files, by name or path'), terminal, {
    ask: (api: Api, files: string[]) => call(api, mediaApi.restoreMedia, { body: { files } }),
    tell(list) {
      for (const file of list) print(terminal, `Restored ${nameOf(file)}.`);
    },
  });
}

type Outcome = MediaFileAnswer | { file: string; error: string };

/** One after another; a rejected file does not affect the others. */
async function addAll(
  api: Api,
  files: readonly string[],
  { tag, alt }: { tag: string[]; alt?: string },
  terminal: Terminal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const file of files) {
    try {
      const added = await addToLibrary(api, file, { tag, ...(alt !== undefined && { alt }) });
      outcomes.push(added);
      note(terminal, `Added ${nameOf(added)} (${added.path}).`);
    } catch (error) {
      // Other errors would recur with the next file.
      if (!(error instanceof AppError) || !['bad_input', 'too_large'].includes(error.code)) throw error;
      outcomes.push({ file, error: error.message });
      note(terminal, notAdded(oneLine(file), error.message));
    }
  }
  return outcomes;
}

/**
 * Adds all files to the library or, if one is rejected, none, with an AppError that names it. `alts` are in the order
 * of the files.
 */
export async function addAllToLibrary(
  api: Api,
  files: readonly string[],
  alts: readonly string[] = [],
): Promise<MediaFileAnswer[]> {
  const added: MediaFileAnswer[] = [];
  for (const [place, file] of files.entries()) {
    const alt = alts[place];
    try {
      added.push(await addToLibrary(api, file, alt === undefined ? {} : { alt }));
    } catch (error) {
      const paths = added.map(({ path }) => path);
      if (paths.length > 0) await call(api, mediaApi.removeMedia, { body: { files: paths } });
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, notAdded(oneLine(file), error.message), { cause: error });
    }
  }
  return added;
}

function rowOf(file: ListedFile): string[] {
  const size = `${(file.size_bytes / 1_000_000).toFixed(1)} MB`;
  return [nameOf(file), file.kind, size, localTime(file.created_at), file.tags.join(', ') || '-', file.path];
}

function nameOf({ name, path }: Pick<ListedFile, 'name' | 'path'>): string {
  return oneLine(name ?? path);
}

const NO_FILES = 'The Media Library is empty. Add files with `local-agent media add <files…>`.';
const NO_FILES_FOUND = 'No matching files. Try other words or another tag.';
const notAdded = (file: string, reason: string) => `Not added: ${file}. ${reason}`;
const removed = (name: string, uses: number) =>
  `Removed ${name}${uses === 0 ? '' : `; ${uses} ${uses === 1 ? 'post or project keeps' : 'posts and projects keep'} it`}. Restore it within 24 hours with \`local-agent media restore\`.`;
