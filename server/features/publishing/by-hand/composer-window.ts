import type { Composer } from '../../../../shared/platforms/descriptor.ts';
import { titledText } from '../../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import { type PreparationPlan, preparationSteps } from '../../../../shared/publishing/preparation-steps.ts';
import { preparationInWords } from '../../../../shared/publishing/preparation-words.ts';
import type { ComposerState, Preparation, PreparingStep } from '../../../../shared/publishing/publishing-api.ts';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import type { Page } from '../../../browser/puppeteer.ts';
import { AppError } from '../../../errors.ts';
import type { OutgoingPost } from '../publisher.ts';
import type { FillInLimits } from './composer-page.ts';
import { composerFiller } from './fill-in.ts';
import { type LivePost, watchForLive } from './live-address.ts';
import { notOpened } from './messages.ts';

const OPEN_LIMIT_MS = 30_000;

export type ComposerTask = {
  platform: Platform;
  composer: Composer;
  address: string;
  post: Pick<OutgoingPost, 'key' | 'parts' | 'media' | 'options'>;
  onPosted(live: LivePost, report: (preparation: Preparation) => void): Promise<void>;
};

export type ComposerWindow = {
  page: Page;
  task: ComposerTask;
  /** The post's media, as files. */
  paths: readonly string[];
  signal: AbortSignal;
  show(state: ComposerState): void;
  /** Called when the composer is filled in as far as possible. Resolves when it should be filled in again. */
  filledIn(): Promise<null>;
  limits: FillInLimits;
  /** How long, and at what interval, the page is watched for the new post. */
  watchMs: number;
  watchPollMs: number;
  /** Acts as the user, for tests. */
  person?: ((page: Page) => void) | undefined;
};

/**
 * Fills in a composer in its window, then watches until the user has published; starts over whenever `filledIn`
 * resolves. Never resolves: it ends with the window.
 */
export async function workInComposer(window: ComposerWindow): Promise<never> {
  const { page, task, paths, signal, show, filledIn, limits, watchMs, watchPollMs, person } = window;
  const { platform, composer, address, post } = task;
  const { options = {} } = post;
  const script = (await composer.script?.())?.script;
  const plan: PreparationPlan = { platform, order: script ? orderOf(script.steps, post) : [], media: post.media };
  const optionsSet = new Set<string>();
  let left = paths;
  let at: PreparingStep = 'open';
  const report = (preparation: Preparation) => {
    if (preparation.is === 'working') at = preparation.step;
    if (preparation.is === 'stopped') at = preparation.at;
    const steps = preparationSteps(plan, { preparation, at, hasFiles: paths.length > 0 && left.length === 0 });
    const words = preparationInWords(platform, preparation);
    show({ state: 'window', files: [...left], preparation, words, steps, optionsSet: [...optionsSet] });
  };
  const open = () => openComposerPage(page, address);
  await open();
  if (!script) {
    report({ is: 'stopped', at: 'composer', why: 'unknown', hasText: composer.textParameter !== null });
    void filledIn();
    return new Promise<never>(() => undefined);
  }
  const text = post.parts[0] ?? '';
  const { title, body } = titledText(platform, text, options);
  // The title from the options, used if the text contains none.
  const chosen = typeof options.title === 'string' ? options.title.trim() : '';
  const filler = composerFiller({
    page,
    script,
    open,
    isAtHome: (url) => isOnComposer(url, composer),
    wordings: { text: text.trim(), title: title ?? chosen, description: body },
    files: paths.map((path, index) => ({ path, mimeType: post.media[index]?.mimeType ?? '' })),
    options,
    signal,
    limits,
    report,
    onFilesGiven: () => {
      left = [];
    },
    onOptionSet: (name) => optionsSet.add(name),
  });
  for (;;) {
    const filled = await filler.run();
    report(filled);
    const asked = filledIn();
    person?.(page);
    const watching = new AbortController();
    let percent = filled.is === 'ready' ? filled.percent : undefined;
    const live = watchForLive({
      page,
      script,
      isUnsent: filler.isUnsent,
      async onUnsent() {
        const now = filled.is === 'ready' ? ((await filler.percent()) ?? undefined) : undefined;
        if (filled.is === 'ready' && now !== percent) report({ ...filled, percent: now });
        percent = now;
      },
      onGone: () => report({ is: 'gone' }),
      signal: AbortSignal.any([signal, watching.signal]),
      limitMs: watchMs,
      pollMs: watchPollMs,
    }).catch(() => null);
    const found = await Promise.race([live, asked]);
    if (found) await task.onPosted(found, report);
    await asked;
    watching.abort();
    await page.bringToFront();
    if (!(await filler.isOpen())) await open();
  }
}

type Steps = NonNullable<Awaited<ReturnType<NonNullable<Composer['script']>>>>['script']['steps'];

/** The steps that apply to a post, without repetitions. */
function orderOf(steps: Steps, { media, options = {}, parts }: ComposerTask['post']): PreparationPlan['order'] {
  const hasMedia = media.length > 0;
  const order = steps.flatMap((step) => {
    if (step.do === 'write') return parts[0]?.trim() ? ['text' as const] : [];
    if (step.do === 'pick') return step.choices[String(options[step.option])] ? ['options' as const] : [];
    return hasMedia ? ['media' as const] : [];
  });
  return [...new Set([...order, ...(hasMedia ? ['upload' as const] : [])])];
}

/** Opens a composer's page. AppError unavailable if it is unreachable. */
async function openComposerPage(page: Page, address: string): Promise<void> {
  try {
    await page.goto(address, { waitUntil: 'domcontentloaded', timeout: OPEN_LIMIT_MS });
  } catch (cause) {
    // The page redirected.
    if (String(cause).includes('net::ERR_ABORTED')) return;
    throw new AppError('unavailable', notOpened(new URL(address).host), { cause });
  }
}

function isOnComposer(address: string, { address: own, otherHost }: Composer): boolean {
  const [shown, expected] = [parseUrl(address), parseUrl(own)];
  if (!shown || !expected) return false;
  const isOther = otherHost?.startsWith('.') ? shown.host.endsWith(otherHost) : shown.host === otherHost;
  return shown.protocol === expected.protocol && (shown.host === expected.host || isOther);
}
