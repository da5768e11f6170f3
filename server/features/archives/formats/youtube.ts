import { z } from 'zod';
import type { Figures } from '../../../../shared/publishing/figures.ts';
import { TAKEOUT_COLUMNS } from '../messages.ts';
import { csvRecords } from '../reading/csv-rows.ts';
import { jsonItems } from '../reading/json-items.ts';
import { countOf, entryOf, type Format, NOBODY, utcTime } from './format.ts';

/**
 * YouTube in Google Takeout: videos.csv, or in older archives a JSON file for each video. Folder names are in the
 * user's language. https://support.google.com/accounts/answer/3024190
 */
const CSV = /^([^/]+\/)?[^/]*YouTube[^/]*\/[^/]+\/videos(\(\d+\))?\.csv$/i;
const JSON_FILE = /^([^/]+\/)?[^/]*YouTube[^/]*\/(videos|my-videos|video[ -]metadata|uploads)\/[^/]+\.json$/i;

const videoSchema = z.object({
  id: z.string().regex(/^[\w-]{5,20}$/),
  snippet: z.object({
    title: z.string().catch(''),
    description: z.string().catch(''),
    publishedAt: z.string().nullish(),
    channelId: z.string().nullish(),
  }),
  status: z.object({ privacyStatus: z.string().catch('') }).nullish(),
  statistics: z
    .object({
      viewCount: z.unknown().optional(),
      likeCount: z.unknown().optional(),
      commentCount: z.unknown().optional(),
    })
    .nullish(),
});

export const youtube: Format = {
  platform: 'youtube_shorts',
  files: (names) => {
    const posts = names.filter(
      (name) => CSV.test(name) || /^videos(\(\d+\))?\.csv$/i.test(name) || JSON_FILE.test(name),
    );
    return { posts, owner: posts[0] ?? null };
  },
  async ownerOf(archive, file) {
    if (file === null) return NOBODY;
    if (/\.csv$/i.test(file)) {
      for await (const row of csvRecords(archive.open(file), ['video id'], TAKEOUT_COLUMNS))
        return { name: null, id: row.get('channel id') || null };
      return NOBODY;
    }
    for await (const { value } of jsonItems(archive.open(file), [['*'], ['items', '*']])) {
      const told = videoSchema.safeParse(value);
      if (told.success) return { name: null, id: told.data.snippet.channelId ?? null };
    }
    return NOBODY;
  },
  async *read(archive, files) {
    for (const file of files) {
      if (/\.csv$/i.test(file)) {
        for await (const row of csvRecords(archive.open(file), ['video id'], TAKEOUT_COLUMNS)) {
          const title = row.get('video title (original)') ?? row.get('video title') ?? '';
          const description = row.get('video description (original)') ?? row.get('video description') ?? '';
          const time = row.get('video publish timestamp') || row.get('video create timestamp');
          yield asEntry({
            id: row.get('video id') ?? '',
            title,
            description,
            time,
            privacy: row.get('privacy') ?? '',
            figures: {},
          });
        }
        continue;
      }
      for await (const { value } of jsonItems(archive.open(file), [['*'], ['items', '*']])) {
        const told = videoSchema.safeParse(value);
        if (!told.success) {
          yield { skipped: 'unreadable' };
          continue;
        }
        const { id, snippet, status, statistics } = told.data;
        const [impressions, likes, comments] = [
          statistics?.viewCount,
          statistics?.likeCount,
          statistics?.commentCount,
        ].map(countOf);
        const figures = {
          ...(impressions !== undefined && { impressions }),
          ...(likes !== undefined && { likes }),
          ...(comments !== undefined && { comments }),
        };
        const { title, description, publishedAt: time } = snippet;
        yield asEntry({ id, title, description, time, privacy: status?.privacyStatus ?? '', figures });
      }
    }
  },
};

type Video = {
  id: string;
  title: string;
  description: string;
  time: string | null | undefined;
  privacy: string;
  figures: Figures;
};

function asEntry({ id, title, description, time, privacy, figures }: Video) {
  if (/^private$/i.test(privacy)) return { skipped: 'private' as const };
  if (!/^[\w-]{5,20}$/.test(id)) return { skipped: 'unreadable' as const };
  return entryOf({
    remoteId: id,
    url: `https://www.youtube.com/watch?v=${id}`,
    text: [title.trim(), description.trim()].filter(Boolean).join('\n\n'),
    postedAt: utcTime(time),
    media: [{ kind: 'video' }],
    figures,
  });
}
