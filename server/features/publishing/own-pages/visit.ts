import { z } from 'zod';
import type { Figures } from '../../../../shared/publishing/figures.ts';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import { type AccountBrowserOptions, withAccountBrowser } from '../../../browser/account-browser.ts';
import { LOGIN_ADDRESS } from '../../../browser/login-address.ts';
import type { Page } from '../../../browser/puppeteer.ts';
import type { Clock } from '../../../system/clock.ts';
import { within } from '../../../system/time-limit.ts';
import type { Collected, OwnPages, SeenPage } from './own-pages.ts';

/** How long a visit stays on a page and waits before the next one, like a human. */
const LOOK_MS = [5_000, 15_000] as const;
const PAUSE_MS = [20_000, 60_000] as const;
/** How long a page may take to load, to show the wanted content, and to return it; real time. */
const LOAD_LIMIT_MS = 30_000;
const SHOWN_LIMIT_MS = 15_000;
const COLLECT_LIMIT_MS = 10_000;
const POLL_MS = 250;
/** Limits of the content collected from a page. */
const SCRIPTS_MAX = 5;
const SCRIPT_MAX_CHARS = 4_000_000;
const LABELS_MAX = 50;
const LABEL_MAX_CHARS = 300;

export type VisitedPost = { id: string; address: URL };

export type VisitDeps = Pick<AccountBrowserOptions, 'dataDir' | 'sessions' | 'host' | 'signal'> & {
  clock: Clock;
  /** Like Math.random. */
  random(): number;
  /** The origin that serves the platform's pages instead of their own; for tests. */
  site?: string | undefined;
};

/** Callbacks during a visit. `unreadable`: nothing on the page is certain. */
export type VisitEvents = {
  onPost(post: VisitedPost, reading: Figures | 'gone' | 'unreadable'): Promise<void>;
  onFollowers(followers: number): Promise<void>;
};

/** How a visit ended. `logged_out`: early, because the platform asked for a log-in. */
export type VisitEnd = 'done' | 'logged_out';

/**
 * Opens the pages of an account's posts in its own browser, one after another at a human pace, and reads their metrics;
 * then its profile, if that shows the number of followers. Clicks and types nothing. Ends at once if the platform asks
 * for a log-in. AppError conflict if the account's browser is in use.
 */
export function visitOwnPages(
  account: { id: string; pages: OwnPages; posts: readonly VisitedPost[] },
  deps: VisitDeps,
  events: VisitEvents,
): Promise<VisitEnd> {
  const { pages, posts } = account;
  const [first] = posts;
  if (!first) return Promise.resolve('done');
  const siteUrl = deps.site ?? first.address.origin;
  const browser = { ...deps, accountId: account.id, purpose: 'a look at your own pages', headful: false, siteUrl };
  const wantsPerson = (at: string) => LOGIN_ADDRESS.test(at) || (pages.wantsPerson?.(at) ?? false);
  const looking = { ...deps, wantsPerson };
  return withAccountBrowser(browser, async ({ page }) => {
    for (const [index, post] of posts.entries()) {
      if (index > 0) await rest(PAUSE_MS, deps);
      const id = pages.postId(post.address);
      const seen = id === null ? null : await look(page, post.address, pages.collectPost(id), looking);
      if (seen === 'logged_out') return seen;
      const isThere = seen !== null && pages.postId(seen.address) === id;
      await events.onPost(post, (isThere && id !== null && pages.readPost(seen.page, id)) || 'unreadable');
    }
    const address = pages.profile?.address(first.address) ?? null;
    if (!pages.profile || address === null) return 'done';
    await rest(PAUSE_MS, deps);
    const seen = await look(page, new URL(address), pages.profile.collect, looking);
    if (seen === 'logged_out') return seen;
    const followers = seen && pages.profile.readFollowers(seen.page, seen.address);
    if (followers !== null) await events.onFollowers(followers);
    return 'done';
  });
}

type Seen = { page: SeenPage; address: URL };

/** Opens a page and collects its content. Null if it does not load or cannot be read. */
async function look(
  page: Page,
  address: URL,
  collected: Collected,
  deps: VisitDeps & { wantsPerson(address: string): boolean },
): Promise<Seen | 'logged_out' | null> {
  const { signal, site, wantsPerson } = deps;
  const visited = site === undefined ? address : new URL(address.pathname + address.search, site);
  const hasLoaded = await page
    .goto(visited.href, { waitUntil: 'domcontentloaded', timeout: LOAD_LIMIT_MS, signal })
    .then(() => true)
    .catch((error: unknown) => {
      signal.throwIfAborted();
      if (!page.browser().connected) throw error;
      return false;
    });
  if (!hasLoaded) return null;
  if (wantsPerson(page.url())) return 'logged_out';
  const { scripts, with: needed = '', labels } = collected;
  const isShown = page.waitForFunction(
    hasShown,
    { polling: POLL_MS, timeout: SHOWN_LIMIT_MS, signal },
    scripts,
    needed,
    labels,
  );
  await isShown.catch(() => signal.throwIfAborted());
  await rest(LOOK_MS, deps);
  if (wantsPerson(page.url())) return 'logged_out';
  const bounds = {
    scripts: SCRIPTS_MAX,
    scriptChars: SCRIPT_MAX_CHARS,
    labels: LABELS_MAX,
    labelChars: LABEL_MAX_CHARS,
  };
  const collecting = page.evaluate(collect, scripts, needed, labels, bounds);
  const limit = { ms: COLLECT_LIMIT_MS, what: 'Reading the page', signal };
  const { success, data } = seenSchema.safeParse(await within(collecting, limit).catch(() => signal.throwIfAborted()));
  const end = parseUrl(page.url());
  if (!success || !end) return null;
  return { page: data, address: site === undefined ? end : new URL(end.pathname + end.search, address.origin) };
}

const seenSchema = z.object({
  scripts: z.array(z.string().max(SCRIPT_MAX_CHARS)).max(SCRIPTS_MAX),
  labels: z.record(z.string(), z.string().max(LABEL_MAX_CHARS)),
});

async function rest([min, max]: readonly [number, number], { clock, random, signal }: VisitDeps): Promise<void> {
  await clock.wait(min + random() * (max - min), signal);
}

/** Runs in the page. */
function hasShown(scripts: string | undefined, needed: string, labels: string | undefined): boolean {
  const isScript = (one: Element) => one.textContent.includes(needed);
  if (scripts !== undefined && [...document.querySelectorAll(scripts)].some(isScript)) return true;
  return labels !== undefined && document.querySelector(labels) !== null;
}

/** Runs in the page. */
function collect(
  scripts: string | undefined,
  needed: string,
  labels: string | undefined,
  bounds: { scripts: number; scriptChars: number; labels: number; labelChars: number },
): SeenPage {
  const texts = scripts === undefined ? [] : [...document.querySelectorAll(scripts)].map((one) => one.textContent);
  const isFit = (text: string) => text.length <= bounds.scriptChars && text.includes(needed);
  const labelled = labels === undefined ? [] : [...document.querySelectorAll(labels)].slice(0, bounds.labels);
  const named = labelled.map((one) => [
    (one.getAttribute('data-testid') ?? one.getAttribute('href') ?? '').slice(0, bounds.labelChars),
    (one.getAttribute('aria-label') ?? '').slice(0, bounds.labelChars),
  ]);
  return { scripts: texts.filter(isFit).slice(0, bounds.scripts), labels: Object.fromEntries(named) };
}
