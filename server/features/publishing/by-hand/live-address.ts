import { setTimeout as delay } from 'node:timers/promises';
import type { ComposerScript } from '../../../../shared/platforms/composer-script.ts';
import type { Page } from '../../../browser/puppeteer.ts';
import { inPage, type SeenLinks } from './in-page.ts';

/** After how many checks without the composer it counts as gone: the page may be navigating, or still sending. */
const LOOKS_UNTIL_GONE = 4;

/** The address of a post that has just been published. `isCertain`: it is the account's own, by the name in it. */
export type LivePost = { url: string; isCertain: boolean };

export type LiveWatch = {
  page: Page;
  script: ComposerScript;
  /** Whether the composer is still there and filled in. As long as it is, nothing has been published. */
  isUnsent(): Promise<boolean>;
  /** Called at each check while the composer is still there. */
  onUnsent(): Promise<void>;
  /** Called when the composer has been gone for a while and the page has shown no address. */
  onGone(): void;
  signal: AbortSignal;
  limitMs: number;
  pollMs: number;
};

/**
 * Watches a page on which the user is about to publish for the address of the new post: in a message or dialog of the
 * page, or as the page's own address. Changes nothing, and ignores addresses that were there before. Null after
 * `limitMs`; keeps waiting while the page shows several new addresses.
 */
export async function watchForLive(watch: LiveWatch): Promise<LivePost | null> {
  const { page, script, isUnsent, onUnsent, onGone, signal, limitMs, pollMs } = watch;
  const look = async () => {
    const asked = { kind: 'links', live: script.live, profile: script.profile ?? null } as const;
    return (await page.evaluate(inPage, asked).catch(() => null)) as SeenLinks | null;
  };
  const before = new Set((await look())?.links.map(({ url }) => url));
  let gone = 0;
  for (const until = Date.now() + limitMs; Date.now() < until; ) {
    await delay(pollMs, undefined, { signal });
    if (await isUnsent()) {
      gone = 0;
      await onUnsent();
      continue;
    }
    gone += 1;
    if (gone === LOOKS_UNTIL_GONE) onGone();
    const seen = await look();
    const urls = new Set(seen?.links.filter(({ url, isTold }) => isTold && !before.has(url)).map(({ url }) => url));
    const [url] = urls;
    if (url && urls.size === 1) return { url, isCertain: isOwn(url, script.live, seen?.profile ?? null) };
  }
  return null;
}

/** Whether the address contains the same account name as the page's link to the user's profile. */
function isOwn(url: string, live: string, profile: string | null): boolean {
  const name = new RegExp(live, 'u').exec(url)?.groups?.name?.toLowerCase();
  const own = profile && new URL(profile).pathname.split('/').filter(Boolean).at(-1)?.replace(/^@/, '').toLowerCase();
  return name !== undefined && name === own;
}
