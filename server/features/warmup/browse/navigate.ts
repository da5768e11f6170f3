import type { Frame } from '../../../browser/puppeteer.ts';
import { PATHS, SELECTORS } from '../../../instagram/site.ts';
import { SessionEnd } from '../session-end.ts';
import { click, findClickable } from './click.ts';
import { arrivesAt, type HumanInput, pathOf, waitForCondition } from './human-input.ts';

/** How long a navigation may take. */
const ANSWER_LIMIT_MS = 30_000;

/** Attempts to reach a path if dialogs get in the way. */
const ATTEMPTS_MAX = 3;

/** Goes to a path past any dialogs; `recheckPage` dismisses them, or throws SessionEnd. */
export async function visitPath(
  input: HumanInput,
  siteUrl: string,
  path: string,
  recheckPage: () => Promise<number>,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    await goTo(input, siteUrl, path);
    await showsAnything(input);
    const dismissed = await recheckPage();
    if (dismissed === 0 && !pathOf(input.page).startsWith(PATHS.onetap)) return;
  }
}

/** Waits until the page's scripts have rendered something recognisable. */
function showsAnything(input: HumanInput): Promise<boolean> {
  return waitForCondition(
    input,
    (selectors, onetap) =>
      location.pathname.startsWith(onetap) ||
      [selectors.navigation, selectors.dialog, selectors.password].some((one) => document.querySelector(one)),
    SELECTORS,
    PATHS.onetap,
  );
}

/**
 * Goes to a path of Instagram, by its link in the navigation if there is one, else by its address. A no-op if already
 * there. SessionEnd page_hangs if the page loads but never becomes ready.
 */
async function goTo(input: HumanInput, siteUrl: string, path: string): Promise<void> {
  const { page, signal } = input;
  const isThere = page.url().startsWith(siteUrl);
  if (isThere && pathOf(page) === path) return;
  const link = isThere ? await findClickable(input, `a[href="${path}"]`, { outside: 'article' }) : null;
  if (link && (await click(input, link)) && (await arrivesAt(input, path))) return;
  let hasAnswered = false;
  const onArrived = (frame: Frame) => {
    hasAnswered ||= frame === page.mainFrame();
  };
  page.on('framenavigated', onArrived);
  try {
    await page.goto(`${siteUrl}${path}`, { waitUntil: 'domcontentloaded', timeout: ANSWER_LIMIT_MS, signal });
  } catch (error) {
    if (hasAnswered && /Navigation timeout/.test(String(error))) throw new SessionEnd('page_hangs');
    throw error;
  } finally {
    page.off('framenavigated', onArrived);
  }
}
