import type { Composer } from '../../../../shared/platforms/descriptor.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';
import type { ComposerState } from '../../../../shared/publishing/publishing-api.ts';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import { withAccountBrowser } from '../../../browser/account-browser.ts';
import { createAccountWindows, type ProfileWindowsDeps, type WindowWork } from '../../../browser/account-windows.ts';
import { claimProfile, hasProfile } from '../../../browser/profiles.ts';
import { AppError } from '../../../errors.ts';
import { FILL_IN_LIMITS, type FillInLimits } from './composer-page.ts';
import { type ComposerTask, workInComposer } from './composer-window.ts';
import { composerAddress } from './composers.ts';
import { mediaFiles } from './media-files.ts';
import { AGENT_STOPPED, COMPOSER_PURPOSE, NO_SERVER, otherIsPrepared, timedOut, UNEXPECTED } from './messages.ts';

/** How long a window stays open. */
const WINDOW_LIMIT_MS = 60 * 60_000;
const WATCH_POLL_MS = 2_000;

export type ByHandDeps = ProfileWindowsDeps & {
  composers?: { [platform in Platform]?: Composer };
  limits?: FillInLimits;
  watchPollMs?: number;
};

/** A post that the user publishes manually. `key` is the delivery's id. */
export type PostByHand = {
  /** Null for a platform without an account here. */
  accountId: string | null;
  platform: Platform;
  /** The account's server, such as https://mastodon.example; null for a platform with a single server. */
  server: string | null;
  post: ComposerTask['post'];
  /** Records that the post is live at `url`, which the page showed and which certainly belongs to this account. */
  onPosted(url: string): Promise<void>;
};

/** The parts of a delivery that its composer depends on. */
export type ComposerOf = { id: string; accountId: string | null; platform: Platform };

/** The platforms' composers for manual publishing, one per delivery. */
export type ByHand = {
  /**
   * Opens the platform's composer in the account's window and fills it in; resolves once the window is visible or has
   * failed, and `state` reports the progress. If it is already open, fills in what is missing. Never presses a control
   * that publishes. Without a log-in or a screen here, returns the URL for the user's own browser. AppError conflict
   * while another composer is being filled in.
   */
  openComposer(given: PostByHand): Promise<ComposerState>;
  /** `none` also after the user has closed the window. */
  state(delivery: ComposerOf): Promise<ComposerState>;
  /** Closes the window; the files are kept. */
  cancel(delivery: ComposerOf): Promise<ComposerState>;
  /** Closes the window of a finished delivery and removes its files. */
  finish(delivery: string): Promise<void>;
  /** Closes every window. Safe to call twice. */
  close(): Promise<void>;
};

/** There is no window; which actions are possible instead depends on the account. */
const CLOSED = { state: 'closed' } as const;

/** Removes files left by the previous run; opens no window yet. */
export function openByHand(deps: ByHandDeps): ByHand {
  const { dataDir, sessions, host, log, person, limitMs = WINDOW_LIMIT_MS, limits = FILL_IN_LIMITS } = deps;
  const files = mediaFiles(dataDir);
  const swept = files.sweep();
  const closing = new AbortController();
  const elsewhere = new Map<string, ComposerState>();
  /** By delivery, a function that fills in its open composer again. Absent while the composer is being filled in. */
  const again = new Map<string, () => void>();
  /** The post whose composer is being filled in. One at a time, since each window takes the focus. */
  let preparing: ComposerTask | null = null;
  const endPreparing = (task: ComposerTask) => {
    if (preparing === task) preparing = null;
  };
  /** By account, the post that is live while its window is still open. */
  const posted = new Map<string, string>();
  const windows = createAccountWindows<ComposerState | typeof CLOSED>({
    opening: CLOSED,
    none: CLOSED,
    failed: (error) => ({ state: 'failed', error }),
    closed: CLOSED,
    limitMs,
    words: { timedOut, agentStopped: AGENT_STOPPED, unexpected: UNEXPECTED },
    log,
  });

  const canShow = person !== undefined || host.hasScreen;
  const composerOf = (platform: Platform) => deps.composers?.[platform] ?? platformOf(platform).composer;
  const hasScript = (platform: Platform) => composerOf(platform).script !== undefined;
  // If the platform has no log-in page that the agent can open, the user logs in within the composer's window.
  const hasLogIn = async (accountId: string, platform: Platform) =>
    (canShow && hasScript(platform) && platformOf(platform).login === undefined) ||
    (await hasProfile(dataDir, accountId)) ||
    (await sessions.read(accountId)) !== null;
  const hasWindow = async ({ accountId, platform }: Pick<ComposerOf, 'accountId' | 'platform'>) =>
    accountId !== null && (await hasLogIn(accountId, platform));

  const work = async (
    accountId: string,
    task: ComposerTask,
    { signal, show }: WindowWork<ComposerState>,
  ): Promise<never> => {
    const { address, post } = task;
    posted.delete(accountId);
    preparing = task;
    try {
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
      return await withAccountBrowser(browser, ({ page }) =>
        workInComposer({
          page,
          task,
          paths,
          signal,
          show,
          filledIn() {
            endPreparing(task);
            const asked = deferred();
            again.set(post.key, () => {
              again.delete(post.key);
              preparing = task;
              asked.resolve();
            });
            return asked.promise;
          },
          limits,
          watchMs: limitMs,
          watchPollMs: deps.watchPollMs ?? WATCH_POLL_MS,
          person,
        }),
      );
    } finally {
      endPreparing(task);
      again.delete(post.key);
      if (posted.get(accountId) === post.key) posted.delete(accountId);
    }
  };

  const state = async (delivery: ComposerOf): Promise<ComposerState> => {
    const known = elsewhere.get(delivery.id) ?? windows.state(delivery.id);
    if (known !== CLOSED) return known as ComposerState;
    const isHere = await hasWindow(delivery);
    const canBe = hasScript(delivery.platform);
    return {
      state: 'none',
      canPrepare: canBe && isHere && canShow,
      needsLogIn: canBe && !isHere && canShow && delivery.accountId !== null,
      noScreen: canBe && !canShow && delivery.accountId !== null,
    };
  };

  return {
    async openComposer({ accountId, platform, server, post, onPosted }) {
      closing.signal.throwIfAborted();
      await swept;
      const composer = composerOf(platform);
      const needsServer = composer.address.includes('{server}');
      if (needsServer && !isServer(server)) throw new AppError('bad_input', NO_SERVER);
      const own = needsServer ? { ...composer, address: composer.address.replace('{server}', server ?? '') } : composer;
      const address = composerAddress(own, post.parts[0] ?? '');
      if (accountId === null || !canShow || !(await hasLogIn(accountId, platform))) {
        const paths = await files.write(post.key, post.media, closing.signal);
        const state: ComposerState = { state: 'address', address, files: paths };
        elsewhere.set(post.key, state);
        return state;
      }
      elsewhere.delete(post.key);
      // Closes the windows of other posts that are live.
      for (const live of posted.values()) if (live !== post.key) await windows.cancel(live);
      if (preparing && preparing.post.key !== post.key)
        throw new AppError('conflict', otherIsPrepared(preparing.platform));
      // A post that is live is not filled in again.
      if (posted.get(accountId) !== post.key) again.get(post.key)?.();
      const task: ComposerTask = {
        platform,
        composer: own,
        address,
        post,
        async onPosted({ url, isCertain }, report) {
          const isMarked =
            isCertain &&
            (await onPosted(url).then(
              () => true,
              (err: unknown) => {
                log.warn({ err }, 'a post that went out by hand could not be marked as published');
                return false;
              },
            ));
          if (isMarked) await files.remove(post.key);
          report({ is: 'posted', url, isMarked });
          posted.set(accountId, post.key);
        },
      };
      const opened = await windows.open(post.key, (given) => work(accountId, task, given));
      return opened === CLOSED ? await state({ id: post.key, accountId, platform }) : (opened as ComposerState);
    },
    state,
    async cancel(delivery) {
      elsewhere.delete(delivery.id);
      await windows.cancel(delivery.id);
      return state(delivery);
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
  return server !== null && /^https?:$/.test(parseUrl(server)?.protocol ?? '');
}

function deferred(): { promise: Promise<null>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<null>((done) => {
    resolve = () => done(null);
  });
  return { promise, resolve };
}
