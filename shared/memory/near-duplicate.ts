import { type Platform, platformLabel } from '../posts/platforms.ts';
import type { SimilarPosted } from './memory.ts';

/** An earlier post that is nearly the same, at one of its destinations. */
type NearDuplicate = {
  /** 1 means identical words. */
  likeness: number;
  isOut: boolean;
  platform: Platform;
  account: string | null;
  /** ISO 8601; null if unknown. */
  at: string | null;
};

type Place = { platform: Platform; accountId: string | null };

/** The warning for a post whose destination had, or will have, nearly the same post, with a link to that one. */
export function nearDuplicateAt(
  earlier: SimilarPosted,
  { platform, accountId }: Place,
  clock: { timeZone: string; now: Date },
) {
  const there = earlier.places.find((one) => one.platform === platform && one.accountId === accountId);
  const { likeness, isOut } = earlier;
  const place = { platform, account: there?.account ?? null, at: there?.at ?? earlier.at };
  const text = nearDuplicateInWords({ likeness: likeness ?? 0, isOut, ...place }, clock);
  return { text, earlier: { postId: earlier.postId === null ? null : earlier.id, url: there?.url ?? null } };
}

/**
 * A sentence such as "Nearly the same as what bakery posted on 3 Oct." The year is included if it is not the current
 * one.
 */
export function nearDuplicateInWords(
  { likeness, isOut, platform, account, at }: NearDuplicate,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const how = likeness >= 1 ? 'The same as' : 'Nearly the same as';
  const where = platformLabel(platform);
  const day = at === null ? '' : ` on ${dayInWords(new Date(at), timeZone, now)}`;
  if (!isOut) return `${how} what will be published to ${account ?? where}${day}.`;
  return account === null ? `${how} what was published to ${where}${day}.` : `${how} what ${account} posted${day}.`;
}

/** A day such as "3 Oct", or "3 Oct 2024". */
export function dayInWords(moment: Date, timeZone: string, now: Date): string {
  const year = (date: Date) => date.toLocaleDateString('en-GB', { timeZone, year: 'numeric' });
  const withYear = year(moment) === year(now) ? {} : ({ year: 'numeric' } as const);
  return moment.toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'short', ...withYear });
}
