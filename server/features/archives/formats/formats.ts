import type { ArchivePlatform } from '../../../../shared/archives/guides.ts';
import { AppError } from '../../../errors.ts';
import { NO_POSTS_FOUND, otherPlatform } from '../messages.ts';
import { bluesky } from './bluesky.ts';
import type { Format } from './format.ts';
import { linkedin } from './linkedin.ts';
import { mastodon } from './mastodon.ts';
import { facebook, instagram } from './meta.ts';
import { tiktok } from './tiktok.ts';
import { x } from './x.ts';
import { youtube } from './youtube.ts';

const FORMATS: readonly Format[] = [instagram, facebook, tiktok, youtube, x, linkedin, mastodon, bluesky];

/** The format of an archive by the names of its files. AppError bad_input where there is none, or another is `wanted`. */
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
  return { format: found, files: found.files(names) };
}
