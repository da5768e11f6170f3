import type { HTTPResponse, Page } from '../browser/puppeteer.ts';
import {
  API_PATHS,
  SELECTORS,
  SESSION_COOKIE,
  type StopSignal,
  stopOfAddress,
  stopOfAnswer,
  stopOfWords,
} from './site.ts';

/** A page with more words than this is not a notice. */
const NOTICE_MAX_CHARS = 600;
/** How often a page is read again that was just leaving. */
const READ_ATTEMPTS = 5;

/** How Instagram looks upon the page's session. A stop signal and being signed in exclude each other; `hasSession` speaks of the cookie alone. */
export type PageState = { isSignedIn: boolean; stop: StopSignal | null; hasSession: boolean };

/** What a page shows, read in the page. */
type Shown = { navigation: boolean; loginForm: boolean; notices: string[] };

/**
 * Reads a page of Instagram: signed in is who has a session cookie and sees the navigation, and no stop signal, by address or by words. Throws what
 * Puppeteer throws when the page is gone.
 */
export async function readPageState(page: Page): Promise<PageState> {
  const { navigation, loginForm, notices } = await readShown(page);
  const words = notices.map(stopOfWords).find((signal) => signal !== null);
  const stop = stopOfAddress(page.url()) ?? words ?? (loginForm ? 'login' : null);
  const hasSession = await holdsSession(page);
  return { stop, hasSession, isSignedIn: stop === null && navigation && hasSession };
}

async function readShown(page: Page, attempt = 1): Promise<Shown> {
  try {
    return await page.evaluate(
      (selectors, noticeMax) => {
        const shows = (selector: string) => document.querySelector(selector) !== null;
        const boxes = [...document.querySelectorAll<HTMLElement>(selectors.dialog), document.body];
        // Posts are what people wrote, not what the site says.
        const notices = boxes.filter((box) => box && !box.querySelector('article'));
        // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, without scripts.
        const texts = notices.map((box) => box.innerText);
        return {
          navigation: shows(selectors.navigation),
          loginForm: shows(selectors.loginName) && shows(selectors.loginPassword),
          notices: texts.filter((text) => text.length <= noticeMax),
        };
      },
      SELECTORS,
      NOTICE_MAX_CHARS,
    );
  } catch (error) {
    if (attempt === READ_ATTEMPTS || !isLeaving(error)) throw error;
    return readShown(page, attempt + 1);
  }
}

/** Was the page on its way to another address when it was read? */
export function isLeaving(error: unknown): boolean {
  return /context was destroyed|Cannot find context|detached frame|frame (was |got )?detached|because of a navigation/i.test(
    String(error),
  );
}

async function holdsSession(page: Page): Promise<boolean> {
  const { hostname } = new URL(page.url());
  const cookies = await page.browserContext().cookies();
  return cookies.some(
    ({ name, value, domain }) =>
      name === SESSION_COOKIE && value !== '' && isWithin(hostname, domain.replace(/^\./, '')),
  );
}

/** What watches a page's API answers. */
export type AnswerWatch = {
  /** The first stop signal that Instagram answered with; null as long as there is none. */
  readonly stop: StopSignal | null;
  /** Aborts at the first stop signal. */
  readonly signal: AbortSignal;
  end(): void;
};

/** Listens to what Instagram answers a page's own requests, from now on. */
export function watchAnswers(page: Page): AnswerWatch {
  const controller = new AbortController();
  let first: StopSignal | null = null;

  const read = async (response: HTTPResponse) => {
    const { pathname, hostname } = new URL(response.url());
    if (response.status() < 400 || !API_PATHS.test(pathname) || !isOwn(hostname, page)) return;
    const body = response.status() === 400 ? await response.text().catch(() => '') : '';
    const stop = stopOfAnswer(response.status(), body);
    if (!stop || first) return;
    first = stop;
    controller.abort();
  };
  const onResponse = (response: HTTPResponse) => void read(response);
  page.on('response', onResponse);
  return {
    get stop() {
      return first;
    },
    signal: controller.signal,
    end: () => page.off('response', onResponse),
  };
}

/** Is a host the page's own site, or an API host beside it? */
function isOwn(host: string, page: Page): boolean {
  const site = URL.canParse(page.url()) ? new URL(page.url()).hostname.replace(/^www\./, '') : '';
  return isWithin(host, site);
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
