import { parseUrl } from '../../shared/web/parse-url.ts';
import type { Page, Protocol } from '../browser/puppeteer.ts';
import { isWithin } from './page-state.ts';
import { API_PATHS } from './site.ts';
import { type AnswerSignal, stopOfAnswer } from './stop-answers.ts';

/** Limits of the response bodies that Chrome buffers: of each body, and in total. */
const BODY_MAX_BYTES = 1_000_000;
const BODIES_MAX_BYTES = 8_000_000;
/** Limit of pending responses that are tracked. */
const OPEN_MAX = 500;

export type AnswerWatch = {
  /** The first stop signal in a response; null before. */
  readonly stop: AnswerSignal | null;
  /** Aborts at the first stop signal. */
  readonly signal: AbortSignal;
  /** Whether the latest response of any API path, since the page was loaded, was a server error. */
  readonly hasServerError: boolean;
  /** Stops the page's scripts for good, even an endless loop, so that the page can be rendered. */
  haltScripts(): Promise<void>;
  end(): void;
};

/** Watches the responses to a page's own requests, from now on. */
export async function watchAnswers(page: Page): Promise<AnswerWatch> {
  const controller = new AbortController();
  const session = await page.createCDPSession();
  const open = new Map<string, number>();
  const failing = new Set<string>();
  let first: AnswerSignal | null = null;

  const judge = (status: number, body: string) => {
    const stop = stopOfAnswer(status, body);
    if (!stop || first) return;
    first = stop;
    controller.abort();
  };
  session.on('Network.responseReceived', ({ requestId, type, response }: Protocol.Network.ResponseReceivedEvent) => {
    if (type === 'Document') failing.clear();
    const { url, status } = response;
    if (!isOwn(url, page)) return;
    const { pathname } = new URL(url);
    if (status >= 500) failing.add(pathname);
    else failing.delete(pathname);
    if (status === 429) judge(status, '');
    else if (status < 500 && open.size < OPEN_MAX) open.set(requestId, status);
  });
  session.on('Network.loadingFinished', ({ requestId }: Protocol.Network.LoadingFinishedEvent) => {
    const status = open.get(requestId);
    if (status === undefined) return;
    open.delete(requestId);
    // Fails for a body that was too large to be buffered, or whose page was left.
    const read = session.send('Network.getResponseBody', { requestId });
    read.then(
      ({ body }) => judge(status, body.slice(0, BODY_MAX_BYTES)),
      () => undefined,
    );
  });
  session.on('Network.loadingFailed', ({ requestId }: Protocol.Network.LoadingFailedEvent) => open.delete(requestId));
  await session.send('Network.enable', {
    maxResourceBufferSize: BODY_MAX_BYTES,
    maxTotalBufferSize: BODIES_MAX_BYTES,
  });
  return {
    get stop() {
      return first;
    },
    signal: controller.signal,
    get hasServerError() {
      return failing.size > 0;
    },
    async haltScripts() {
      await Promise.all([
        session.send('Emulation.setScriptExecutionDisabled', { value: true }),
        session.send('Runtime.terminateExecution'),
      ]);
    },
    end: () => void session.detach().catch(() => undefined),
  };
}

/** Whether this is an API URL, on the page's site or a related host. */
function isOwn(url: string, page: Page): boolean {
  const [asked, shown] = [parseUrl(url), parseUrl(page.url())];
  if (!asked || !shown) return false;
  return API_PATHS.test(asked.pathname) && isWithin(asked.hostname, shown.hostname.replace(/^www\./, ''));
}
