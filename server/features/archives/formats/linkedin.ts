import { csvRecords } from '../reading/csv-rows.ts';
import { entryOf, type Format, kindOf, NOBODY, utcTime } from './format.ts';

/**
 * "Get a copy of your data": Shares.csv, in newer archives with the member's number in its name.
 * https://www.linkedin.com/help/linkedin/answer/a1339364
 */
const SHARES = /^([^/]+\/)?Shares(_\d+)?\.csv$/i;

export const linkedin: Format = {
  platform: 'linkedin',
  files: (names) => ({ posts: names.filter((name) => SHARES.test(name)), owner: null }),
  ownerOf: async () => NOBODY,
  async *read(archive, files) {
    for (const file of files) {
      const rows = csvRecords(
        archive.open(file),
        ['date', 'sharelink', 'sharecommentary'],
        'has a Shares.csv without its headings',
      );
      for await (const row of rows) {
        const text = commentary(row.get('sharecommentary') ?? '');
        const media = row.get('mediaurl')?.trim() ?? '';
        const shared = row.get('sharedurl')?.trim() ?? '';
        const remoteId = urnIn(row.get('sharelink') ?? '');
        if (text === '' && media === '' && (shared !== '' || remoteId !== null)) yield { skipped: 'repost' };
        else
          yield entryOf({
            remoteId,
            url: remoteId && `https://www.linkedin.com/feed/update/${remoteId}/`,
            text,
            postedAt: utcTime(row.get('date')),
            media: media === '' ? [] : [{ kind: kindOf(media.split('?')[0] ?? '') }],
          });
      }
    }
  },
};

/** Some archives put each line of a text in separate quotation marks. */
function commentary(text: string): string {
  return text.replace(/"\n"/g, '\n').trim();
}

function urnIn(link: string): string | null {
  return /urn:li:(?:share|ugcPost|activity):\d{1,25}/.exec(link.replaceAll('%3A', ':'))?.[0] ?? null;
}
