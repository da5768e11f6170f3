import { setTimeout as delay } from 'node:timers/promises';
import type { ComposerScript } from '../../../../shared/platforms/composer-script.ts';
import type { Page } from '../../../browser/puppeteer.ts';
import { inPage, type SeenLinks } from './in-page.ts';

/** How often the composer is missed before it counts as gone: the page may be changing, or still sending. */
const LOOKS_UNTIL_GONE = 4;

/** The address of a post that has just been published. `isCertain`: it is the account's own, and the only new one. */
export type LivePost = { url: string; isCertain: boolean };

export type LiveWatch = {
  page: Page;
  script: ComposerScript;
  /** Whether the composer is still there, filled in: nothing has been published before it is gone. */
  isUnsent(): Promise<boolean>;
  /** It is still there. */
  onUnsent(): Promise<void>;
  /** It has been gone for a while, and the page shows no address. */
  onGone(): void;
  signal: AbortSignal;
  limitMs: number;
  pollMs: number;
};

/**
 * Watches a page on which the person is about to publish for the address of the new post: in a message or dialog of the
 * page, or as the page's own address. Looks only, and never at what was there before. Null after `limitMs`, and where
 * the page shows several.
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

/** The address has the account's name, as the page's link to its profile does. */
function isOwn(url: string, live: string, profile: string | null): boolean {
  const name = new RegExp(live, 'u').exec(url)?.groups?.name?.toLowerCase();
  const own = profile && new URL(profile).pathname.split('/').filter(Boolean).at(-1)?.replace(/^@/, '').toLowerCase();
  return name !== undefined && name === own;
}
