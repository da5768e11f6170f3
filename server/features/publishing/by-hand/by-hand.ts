import type { FastifyBaseLogger } from 'fastify';
import type { Composer } from '../../../../shared/platforms/descriptor.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';
import type { ComposerState } from '../../../../shared/publishing/publishing-api.ts';
import { withAccountBrowser } from '../../../browser/account-browser.ts';
import type { BrowserHost } from '../../../browser/account-launch.ts';
import { createAccountWindows, type WindowWork } from '../../../browser/account-windows.ts';
import { claimProfile, hasProfile } from '../../../browser/profiles.ts';
import type { Page } from '../../../browser/puppeteer.ts';
import type { Sessions } from '../../../browser/sessions.ts';
import { AppError } from '../../../errors.ts';
import type { OutgoingPost } from '../publisher.ts';
import { composerAddress } from './composers.ts';
import { openComposerPage, putFiles } from './fill-in.ts';
import { mediaFiles } from './media-files.ts';
import { AGENT_STOPPED, COMPOSER_PURPOSE, NO_SERVER, noScreen, timedOut, UNEXPECTED } from './messages.ts';

/** How long a window stays open. */
const WINDOW_LIMIT_MS = 60 * 60_000;

export type ByHandDeps = {
  dataDir: string;
  sessions: Sessions;
  /** The workspace's id, with which profiles are marked. */
  workspace: string;
  host: BrowserHost;
  log: FastifyBaseLogger;
  /** Acts as the user in a window, which is then hidden; for tests. */
  person?: ((page: Page) => void) | undefined;
  composers?: { [platform in Platform]?: Composer };
  limitMs?: number;
};

/** A post that the user publishes manually. `key` is the delivery's id. */
export type PostByHand = {
  /** Null when there is no account for it here. */
  accountId: string | null;
  platform: Platform;
  /** The account's server, such as https://mastodon.example; null for a platform with a single one. */
  server: string | null;
  post: Pick<OutgoingPost, 'key' | 'parts' | 'media'>;
};

/** The platforms' composers for manual publishing, one per delivery. */
export type ByHand = {
  /**
   * Opens the platform's composer in the account's window, with the text if its URL accepts it and the files if it has
   * a plain input; resolves once visible or failed. `files` are those that the user still has to choose. Without a
   * log-in here, returns the URL for the user's own browser. AppError unavailable when no window can be shown.
   */
  openComposer(given: PostByHand): Promise<ComposerState>;
  /** `none` also once the user has closed the window. */
  state(delivery: string): ComposerState;
  /** Closes the window; the files are kept. */
  cancel(delivery: string): Promise<ComposerState>;
  /** Closes the window of a finished delivery and removes its files. */
  finish(delivery: string): Promise<void>;
  /** Closes every window. Safe to call twice. */
  close(): Promise<void>;
};

/** Opens nothing yet, and removes files left from the last run. */
export function openByHand(deps: ByHandDeps): ByHand {
  const { dataDir, sessions, host, log, person, limitMs = WINDOW_LIMIT_MS } = deps;
  const files = mediaFiles(dataDir);
  const swept = files.sweep();
  const closing = new AbortController();
  const elsewhere = new Map<string, ComposerState>();
  const windows = createAccountWindows<ComposerState>({
    opening: { state: 'window', files: [] },
    none: { state: 'none' },
    failed: (error) => ({ state: 'failed', error }),
    closed: { state: 'none' },
    limitMs,
    words: { timedOut, agentStopped: AGENT_STOPPED, unexpected: UNEXPECTED },
    log,
  });

  const hasLogIn = async (accountId: string) =>
    (await hasProfile(dataDir, accountId)) || (await sessions.read(accountId)) !== null;
  const compose = async (
    accountId: string,
    { composer, address, post }: { composer: Composer; address: string; post: PostByHand['post'] },
    { signal, show }: WindowWork<ComposerState>,
  ): Promise<never> => {
    const paths = await files.write(post.key, post.media, signal);
    await claimProfile(dataDir, accountId, deps.workspace);
    const browser = {
      dataDir,
      sessions,
      accountId,
      host,
      signal,
      siteUrl: new URL(address).origin,
      purpose: COMPOSER_PURPOSE,
      headful: !person,
      leavesDialogs: true,
    };
    return withAccountBrowser(browser, async ({ page }) => {
      await openComposerPage(page, address);
      show({ state: 'window', files: paths });
      const ready = paths.map((path, index) => ({ path, mimeType: post.media[index]?.mimeType ?? '' }));
      if (await putFiles(page, composer, ready, signal)) show({ state: 'window', files: [] });
      person?.(page);
      // Ends with the window: closed by the user, cancelled, or timed out.
      return new Promise<never>(() => undefined);
    });
  };

  return {
    async openComposer({ accountId, platform, server, post }) {
      closing.signal.throwIfAborted();
      await swept;
      const composer = deps.composers?.[platform] ?? platformOf(platform).composer;
      const needsServer = composer.address.includes('{server}');
      if (needsServer && !isServer(server)) throw new AppError('bad_input', NO_SERVER);
      const own = needsServer ? { ...composer, address: composer.address.replace('{server}', server ?? '') } : composer;
      const address = composerAddress(own, post.parts[0] ?? '');
      if (accountId === null || !(await hasLogIn(accountId))) {
        const paths = await files.write(post.key, post.media, closing.signal);
        const state: ComposerState = { state: 'address', address, files: paths };
        elsewhere.set(post.key, state);
        return state;
      }
      if (!person && !host.hasScreen) throw new AppError('unavailable', noScreen(own.address));
      elsewhere.delete(post.key);
      return windows.open(post.key, (given) => compose(accountId, { composer: own, address, post }, given));
    },
    state: (delivery) => elsewhere.get(delivery) ?? windows.state(delivery),
    async cancel(delivery) {
      elsewhere.delete(delivery);
      return windows.cancel(delivery);
    },
    async finish(delivery) {
      elsewhere.delete(delivery);
      await windows.cancel(delivery);
      await files.remove(delivery);
    },
    async close() {
      closing.abort(new AppError('unavailable', AGENT_STOPPED));
      await Promise.all([windows.close(), swept]);
    },
  };
}

function isServer(server: string | null): boolean {
  return server !== null && URL.canParse(server) && /^https?:$/.test(new URL(server).protocol);
}
