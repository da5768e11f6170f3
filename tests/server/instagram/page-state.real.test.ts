import type { Page } from 'puppeteer';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dismissHarmless } from '../../../server/features/warmup/browse/dialogs.ts';
import { watchSession } from '../../../server/features/warmup/watch.ts';
import { type PageState, readPageState } from '../../../server/instagram/page-state.ts';
import { openBrowser } from '../../helpers/browser.ts';
import { everyNth, isFull } from '../../helpers/depth.ts';
import { fastClock } from '../../helpers/fast-clock.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { seeded } from '../../helpers/seeded.ts';

const SITE = 'https://www.instagram.com';
const FULL = 'position: fixed; inset: 0; z-index: 9';
const MIDDLE = 'position: fixed; left: 30%; top: 35%; width: 40%; height: 30%; z-index: 10; background: white';
const BOTTOM = 'position: fixed; left: 0; right: 0; bottom: 0; height: 90px; z-index: 10; background: white';
const VEIL = `<div style="${FULL}; background: rgb(0 0 0 / 60%)"></div>`;
const PICTURE = '<img alt="" style="width: 400px; height: 700px" src="data:image/svg+xml,<svg/>">';
const LATE_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="700"/>';
const LOADING_STORY = `<section style="${FULL}">ola 2 h <img alt="" src="/late.svg"><button>Next</button></section>`;
const POST = '<article><img alt="" style="width: 470px; height: 470px"><a href="/p/abc/">2 h</a></article>';
const PAGE = `<div><a href="/">Home</a><a href="/explore/">Explore</a><a href="/direct/inbox/">Messages</a></div>
  <div><main>${POST}${POST}</main></div>`;
const AUTOMATED = '<h2>We suspect automated behavior on your account</h2><button>Dismiss</button>';

const browser = ofFile(() => openBrowser());
let page: Page;
let html = '';
/** Functions that respond to the pending requests for pictures. */
let sendPictures: (() => void)[] = [];

beforeAll(async () => {
  page = await browser.newPage({ width: 1280, height: 800 });
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!request.url().endsWith('/late.svg'))
      return request.respond({ contentType: 'text/html; charset=utf-8', body: html });
    sendPictures.push(() => void request.respond({ contentType: 'image/svg+xml', body: LATE_PICTURE }));
  });
});
beforeEach(async () => {
  sendPictures = [];
  const cookie = { name: 'sessionid', value: '1%3Aabc', domain: '.instagram.com', path: '/', secure: true };
  await page.browserContext().setCookie(cookie);
});

/** The state of a page with the feed, and `over` on top of it. */
async function stateWith(over: string, path = '/', below = PAGE): Promise<PageState> {
  html = `<!doctype html><body style="margin: 0">${below}${over}</body>`;
  await page.goto(SITE + path);
  return readPageState(page);
}

describe('what cannot be passed is unknown', () => {
  it.each(
    everyNth(
      [
        ['a dialog in a portal', `${VEIL}<div role="dialog" style="${MIDDLE}">${AUTOMATED}</div>`],
        ['one without a size of its own', `<div role="dialog">${VEIL}<div style="${MIDDLE}">${AUTOMATED}</div></div>`],
        ['a small modal one', `<div role="dialog" aria-modal="true" style="${BOTTOM}">${AUTOMATED}</div>`],
        ['an alert', `<div role="alertdialog" style="${BOTTOM}">${AUTOMATED}</div>`],
        ['no dialog, but fixed over all', `<div style="${FULL}; background: white">${AUTOMATED}</div>`],
        ['a frame', `<iframe srcdoc="Confirm" style="${MIDDLE}"></iframe>`],
        [
          'the top layer',
          `<dialog id="top">${AUTOMATED}</dialog><script>document.getElementById('top').showModal()</script>`,
        ],
        [
          'an unknown one over a harmless one',
          `<div role="dialog" style="${MIDDLE}"><p>Cookies</p><button>Decline optional cookies</button></div>
       <div style="${FULL}; z-index: 11"><div role="dialog" style="${MIDDLE}">${AUTOMATED}</div></div>`,
        ],
        [
          'a question that wants a number',
          `<div role="dialog" style="${MIDDLE}"><input><button>Not now</button></div>`,
        ],
      ],
      3,
    ),
  )('%s', async (_name, over) => expect(await stateWith(over)).toMatchObject({ stop: null, isUnknown: true }));

  it('a dialog over a story', async () => {
    const viewer = `<section style="${FULL}; background: black">${PICTURE}</section>`;
    const over = `${viewer}<div role="dialog" style="${MIDDLE}">${AUTOMATED}</div>`;
    expect(await stateWith(over, '/stories/ola/31/')).toMatchObject({ isUnknown: true });
    const cover = `${viewer}<div style="${MIDDLE}">${AUTOMATED}</div>`;
    expect(await stateWith(cover, '/stories/ola/31/')).toMatchObject({ isUnknown: true });
  });

  it('a page of its own at an address where no visit goes', async () =>
    expect(await stateWith('<h1>Review our terms</h1>', '/terms/unblock/', '')).toMatchObject({ isUnknown: true }));
});

describe('what leaves the page within reach is passed by', () => {
  it.each(
    everyNth(
      [
        ['a toast', '/', `<div style="${FULL}; pointer-events: none"><div role="status">Link copied</div></div>`],
        ['a banner', '/', `<div style="${BOTTOM}">Instagram is better in the app <button>Open</button></div>`],
        ['what is hidden', '/', `<div role="dialog" aria-modal="true" style="display: none">${AUTOMATED}</div>`],
        [
          'what is outside',
          '/',
          `<div role="dialog" style="position: fixed; left: -900px; width: 400px">${AUTOMATED}</div>`,
        ],
        ['a splash screen', '/', `<div style="${FULL}; background: white"><svg viewBox="0 0 9 9"></svg></div>`],
        ['a story', '/stories/ola/31/', `<section style="${FULL}">${PICTURE}<button>Next</button></section>`],
        [
          'a reel',
          '/reels/abc/',
          `<div style="${FULL}">velo <video style="width: 400px; height: 700px"></video></div>`,
        ],
        [
          'a post that was opened',
          '/p/abc/',
          `${VEIL}<div role="dialog" aria-modal="true" style="${MIDDLE}">${POST}</div>`,
        ],
        ['an open element that is no modal', '/', '<dialog open style="top: 0; margin: 0">Hint</dialog>'],
        ['an app that is fixed to the window', '/', `<div style="${FULL}">${PAGE}</div>`],
      ],
      3,
    ),
  )('%s', async (_name, path, over) =>
    expect(await stateWith(over, path)).toMatchObject({ stop: null, isUnknown: false, isSignedIn: true }),
  );

  it.each(everyNth(['Không phải', 'Not now', 'Şimdi Değil', '나중에 하기'], 3))(
    'a question that %s answers, but for one that is no language of ours',
    async (label) => {
      const question = `${VEIL}<div role="dialog" style="${MIDDLE}"><p>?</p><button>!</button><button>${label}</button></div>`;
      expect((await stateWith(question)).isUnknown).toBe(label === 'Không phải');
    },
  );
});

describe('a story whose picture is still on its way', () => {
  /** Opens the page without waiting for the `load` event, which comes after the picture. */
  const open = async (over: string, path = '/stories/ola/31/') => {
    html = `<!doctype html><body style="margin: 0">${PAGE}${over}</body>`;
    await page.goto(SITE + path, { waitUntil: 'domcontentloaded' });
  };

  it('is no unknown notice, unless it stands where no visit opens one', async () => {
    await open(LOADING_STORY);
    expect(await readPageState(page)).toMatchObject({ isUnknown: false, isLoading: true });
    await open(LOADING_STORY, '/');
    expect(await readPageState(page)).toMatchObject({ isUnknown: true, isLoading: false });
  });

  it('does not hide an unknown notice over it', async () => {
    await open(`${LOADING_STORY}<div role="dialog" style="${MIDDLE}">${AUTOMATED}</div>`);
    expect(await readPageState(page)).toMatchObject({ isUnknown: true, isLoading: false });
  });

  it.runIf(isFull)('is waited for, however long it takes within the time of a look', async () => {
    await open(LOADING_STORY);
    const watch = await watchSession(page, new AbortController().signal, 20_000);
    let isJudged = false;
    const check = watch.check().finally(() => (isJudged = true));
    // More checks than it takes to report an unknown notice.
    for (let looks = 0; looks < 8; looks++) await readPageState(page).then(() => page.evaluate(waitForMoment));
    expect(isJudged).toBe(false);
    for (const send of sendPictures) send();
    expect(await check).toMatchObject({ isUnknown: false, isLoading: false });
    watch.end();
  });

  it('ends the visit as a page that hangs where it never comes', async () => {
    await open(LOADING_STORY);
    const watch = await watchSession(page, new AbortController().signal, 1000);
    await expect(watch.check()).rejects.toMatchObject({ reason: 'page_hangs' });
    watch.end();
  });
});

/** Runs in the page. */
function waitForMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200));
}

it.runIf(isFull)('five harmless questions over a story leave the story as it is', async () => {
  const question = `<div role="dialog" style="${MIDDLE}"><p>Cookies</p><button>Not now</button></div>`;
  const script = `<script>let left = 5; addEventListener('click', (event) => {
    if (event.target.matches('[role=dialog] button') && --left === 0) event.target.closest('[role=dialog]').remove();
    else event.target.outerHTML = '<button>Not now</button>';
  });</script>`;
  await stateWith(`<section style="${FULL}">${PICTURE}</section>${question}${script}`, '/stories/ola/31/');
  const { signal } = new AbortController();
  const watch = await watchSession(page, signal, 20_000);
  const timing = { clock: fastClock(), random: seeded(1), patienceMs: 5_000, lookLimitMs: 20_000 };
  expect(await dismissHarmless({ page, signal, pointer: 'elsewhere', look: watch.check, ...timing })).toBe(5);
  watch.end();
});

describe('a session is over', () => {
  it('at every log-in form, also while the cookie is there', async () => {
    const newer = '<form><input name="email"><input name="pass" type="password"><div role="button">Log in</div></form>';
    expect(await stateWith(newer, '/', '')).toMatchObject({ stop: 'login', isSignedIn: false });
    const old = '<form><input name="username"><input name="password" type="password"></form>';
    expect(await stateWith(`<div role="dialog" style="${MIDDLE}">${old}</div>`)).toMatchObject({ stop: 'login' });
  });

  it('without its cookie, whatever the page shows', async () => {
    await page.browserContext().deleteMatchingCookies({ name: 'sessionid', url: SITE });
    expect(await stateWith('')).toMatchObject({ stop: 'login', isSignedIn: false });
  });

  it('but says what stopped it where that is known', async () => {
    const blocked = `<div role="alertdialog" style="${MIDDLE}"><h2>Action Blocked</h2><button>Not now</button></div>`;
    expect(await stateWith(blocked)).toMatchObject({ stop: 'action_blocked' });
    expect(await stateWith(`<div style="${MIDDLE}">Try again later</div>`)).toMatchObject({ stop: 'try_again_later' });
  });
});

it('reads little of a page that is as large as it likes', async () => {
  const words = 'Try again later '.repeat(2_000);
  const dialogs = `<div role="dialog" style="${MIDDLE}">${words}${'<button>Not now</button>'.repeat(100)}</div>`.repeat(
    20,
  );
  const { boxes, stop } = await stateWith(dialogs);
  expect(stop).toBeNull();
  expect(JSON.stringify(boxes).length).toBeLessThan(20_000);
});
