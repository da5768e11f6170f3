import type { ArchivePlatform } from '../../../../shared/archives/guides.ts';
import { AppError } from '../../../errors.ts';
import { NO_POSTS_FOUND, otherPlatform } from '../messages.ts';
import { bluesky } from './bluesky.ts';
import { facebook } from './facebook.ts';
import type { Format } from './format.ts';
import { instagram, threads } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import { mastodon } from './mastodon.ts';
import { tiktok } from './tiktok.ts';
import { x } from './x.ts';
import { youtube } from './youtube.ts';

const FORMATS: readonly Format[] = [instagram, threads, facebook, tiktok, youtube, x, linkedin, mastodon, bluesky];

/**
 * Determines the format of an archive by its file names, and the other platforms whose posts it also contains. AppError
 * bad_input if no format fits, or if it contains no posts of the `wanted` platform.
 */
export function formatOf(names: readonly string[], wanted: ArchivePlatform | undefined) {
  const fitting = FORMATS.filter((format) => format.files(names).posts.length > 0);
  const found = fitting.find(({ platform }) => platform === wanted) ?? fitting[0];
  if (!found) {
    for (const { refusal } of FORMATS) {
      const error = refusal?.(names);
      if (error) throw error;
    }
    throw new AppError('bad_input', NO_POSTS_FOUND);
  }
  if (wanted && found.platform !== wanted) throw otherPlatform(found.platform, wanted);
  const also = fitting.filter((format) => format !== found).map(({ platform }) => platform);
  return { format: found, files: found.files(names), also };
}
