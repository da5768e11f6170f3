import type { HTTPRequest, Page } from 'puppeteer';
import { WARMUP_START_PATH, warmupStatusPath } from '../../shared/warmup.ts';
import type { Fault } from './request-faults.ts';

/** What the imitation answers: no connection, or a status and a JSON body. A start is accepted and warm-ups run on, where nothing else is said. */
type Answers = {
  start?: Fault;
  /** Called for each question; `asked` counts from 1. */
  status?: (asked: number) => Fault;
};

export const RUNNING: Fault = { status: 200, body: { isRunning: true } };
export const finished = (status: 'success' | 'failed'): Fault => ({ status: 200, body: { isRunning: false, status } });

const STATUS_PREFIX = warmupStatusPath('');

/**
 * Answers the page in place of the agent's warm-up API (§7), which a later issue brings. `starts` are the bodies of the starts, `asked` the
 * account ids whose status was asked for.
 */
export async function imitateWarmups(
  page: Page,
  { start = { status: 202, body: {} }, status = () => RUNNING }: Answers = {},
) {
  const starts: unknown[] = [];
  const asked: string[] = [];

  const onRequest = (request: HTTPRequest) => {
    const { pathname } = new URL(request.url());
    if (pathname === WARMUP_START_PATH && request.method() === 'POST') {
      starts.push(JSON.parse(request.postData() ?? 'null'));
      void answer(request, start);
    } else if (pathname.startsWith(STATUS_PREFIX) && request.method() === 'GET') {
      asked.push(decodeURIComponent(pathname.slice(STATUS_PREFIX.length)));
      void answer(request, status(asked.length));
    } else void request.continue();
  };

  page.on('request', onRequest);
  await page.setRequestInterception(true);
  return {
    starts,
    asked,
    async end() {
      page.off('request', onRequest);
      await page.setRequestInterception(false);
    },
  };
}

function answer(request: HTTPRequest, fault: Fault): Promise<void> {
  if (fault === 'no connection') return request.abort('connectionrefused');
  return request.respond({
    status: fault.status,
    contentType: 'application/json',
    body: JSON.stringify(fault.body),
  });
}
