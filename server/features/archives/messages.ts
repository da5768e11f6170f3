import { ARCHIVE_GUIDES, ARCHIVE_PLATFORMS, type ArchivePlatform } from '../../../shared/archives/guides.ts';
import { platformName } from '../../../shared/posts/platforms.ts';
import { AppError } from '../../errors.ts';

const refused = (message: string, cause?: unknown) => new AppError('bad_input', message, { cause });

export const NEEDS_SECRET_KEY =
  'Archives need the secret key of your Supabase project. Set it with --supabase-secret-key, then try again.';
export const UNDER_WAY = 'Another archive is being imported. Wait until it has ended, or cancel it.';
export const NO_UPLOAD = 'The uploaded archive is no longer there. Upload it again.';
export const NO_UPLOAD_SIZE = 'The archive is empty, or its size is not known. Choose the file again.';
export const WRONG_UPLOAD_SIZE = 'The upload ended early. Try again.';
export const NO_ARCHIVE = 'There is no such archive. It may have been removed.';
export const NOT_THE_ACCOUNT = 'There is no such account. It may have been deleted.';

export const notAbsolute = (file: string) => refused(`${file} is not an absolute path.`);
export const noFile = (file: string) => new AppError('not_found', `There is no file ${file} that can be read.`);
export const noRoom = (needed: string) =>
  new AppError(
    'unavailable',
    `The upload needs ${needed} of free space. Free some space, or import the archive by its path.`,
  );

/** The archive cannot be read at all: `why` completes "it …". */
export const damaged = (why: string, cause?: unknown) =>
  refused(`This archive cannot be read: it ${why}. Download it again, and import it unchanged.`, cause);
export const TOO_DEEP = 'is nested more deeply than any platform’s archive';
export const ENDS_EARLY = 'ends too early';
export const NOT_UTF8 = 'is not in UTF-8';
export const OPEN_QUOTE = 'has a quotation mark that is never closed, or a line of over 1 MB';
export const BOMB = 'contains a file that is far larger unpacked than any list of posts';
export const TOO_MANY_FILES = 'contains more files than any platform’s archive';
export const TOO_MANY_POSTS = 'contains more than a million posts';
export const ENCRYPTED = 'is encrypted';

const names = ARCHIVE_PLATFORMS.map(platformName);
export const NO_POSTS_FOUND = `No list of posts was found in this file. Choose the archive of ${names.slice(0, -1).join(', ')} or ${names.at(-1)} unchanged. If it came as several files, the posts are in another one.`;

export const otherPlatform = (found: ArchivePlatform, wanted: ArchivePlatform) =>
  refused(`This is an archive of ${platformName(found)}, not of ${platformName(wanted)}.`);
export const otherAccount = (found: ArchivePlatform) =>
  refused(`This is an archive of ${platformName(found)}. Choose an account of ${platformName(found)}.`);

export const wrongForm = (platform: ArchivePlatform, form: string, wanted: string) =>
  refused(
    `This is the ${form} form of the archive. Ask ${platformName(platform)} for ${wanted}: ${ARCHIVE_GUIDES[platform].address}. ${ARCHIVE_GUIDES[platform].steps[0]}`,
  );
export const TAKEOUT_COLUMNS =
  'has a videos.csv with unknown columns: set the language of your Google account to English before the export';
