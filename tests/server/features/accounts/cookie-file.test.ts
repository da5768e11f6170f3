import { describe, expect, it } from 'vitest';
import { readCookieFile } from '../../../../server/features/accounts/cookie-file.ts';
import { platformSite } from '../../../../server/features/accounts/platform-sites.ts';
import { lostCookies, sessionCookiesOf } from '../../../../server/features/accounts/session-visits.ts';

const NOW = Date.UTC(2026, 10, 21);
const LATER_S = NOW / 1000 + 86_400;
const INSTAGRAM = platformSite('instagram', 'https://www.instagram.com');

/** Cookie-Editor's format: floats, `no_restriction`, null for unset values. */
const COOKIE_EDITOR = `[
  { "domain": ".instagram.com", "expirationDate": ${LATER_S}.481726, "hostOnly": false, "httpOnly": true,
    "name": "sessionid", "path": "/", "sameSite": "no_restriction", "secure": true, "session": false,
    "storeId": null, "value": "4242%3AaBc%3A17" },
  { "domain": "www.instagram.com", "hostOnly": true, "httpOnly": false, "name": "wd", "path": "/",
    "sameSite": null, "secure": false, "session": true, "storeId": null, "value": "\\"1280x720\\"" }
]`;

/** EditThisCookie's format: numbered, `unspecified`, the id of a store. */
const EDIT_THIS_COOKIE = `[
  { "domain": ".instagram.com", "expirationDate": ${LATER_S}, "hostOnly": false, "httpOnly": true,
    "name": "sessionid", "path": "/", "sameSite": "unspecified", "secure": true, "session": false,
    "storeId": "0", "value": "4242%3AaBc%3A17", "id": 1 },
  { "domain": ".instagram.com", "name": "mid", "path": "/", "sameSite": "lax", "session": true,
    "storeId": "0", "value": "", "id": 2 }
]`;

/** The format of several extensions and yt-dlp. */
const NETSCAPE = [
  '# Netscape HTTP Cookie File',
  '# https://curl.se/docs/http-cookies.html',
  '',
  `#HttpOnly_.instagram.com\tTRUE\t/\tTRUE\t${LATER_S}\tsessionid\t4242%3AaBc%3A17`,
  'www.instagram.com\tFALSE\t/\tFALSE\t0\twd\t1280x720',
  `.instagram.com\tTRUE\t/\tTRUE\t${LATER_S}\tempty\t`,
].join('\r\n');

const SESSION = {
  name: 'sessionid',
  value: '4242%3AaBc%3A17',
  domain: '.instagram.com',
  path: '/',
  secure: true,
  httpOnly: true,
};

/** A session cookie, which holds the window's size. */
const SIZE = { name: 'wd', domain: 'www.instagram.com', path: '/', expires: -1, secure: false, httpOnly: false };

describe('a cookie file', () => {
  it('is read as Cookie-Editor exports it', () =>
    expect(readCookieFile(COOKIE_EDITOR)).toEqual([
      { ...SESSION, expires: LATER_S + 0.481726, sameSite: 'None' },
      { ...SIZE, value: '"1280x720"' },
    ]));

  it('is read as EditThisCookie exports it', () => {
    const [session, mid] = readCookieFile(EDIT_THIS_COOKIE);
    expect(session).toEqual({ ...SESSION, expires: LATER_S });
    expect(mid).toMatchObject({ name: 'mid', value: '', expires: -1, sameSite: 'Lax' });
  });

  it('is read as Netscape cookies.txt', () =>
    expect(readCookieFile(NETSCAPE)).toEqual([
      { ...SESSION, expires: LATER_S },
      { ...SIZE, value: '1280x720' },
      { ...SESSION, name: 'empty', value: '', httpOnly: false, expires: LATER_S },
    ]));

  it('may have lost its tabs, begin with a byte order mark, or be wrapped as Playwright keeps it', () => {
    expect(readCookieFile(NETSCAPE.replaceAll('\t', '   '))).toHaveLength(3);
    expect(readCookieFile(`\uFEFF${COOKIE_EDITOR}\n`)).toHaveLength(2);
    const { expires, ...session } = { ...SESSION, expires: LATER_S };
    expect(
      readCookieFile(JSON.stringify({ cookies: [{ ...session, expires, sameSite: 'None' }], origins: [] })),
    ).toEqual([{ ...session, expires, sameSite: 'None' }]);
  });

  it('keeps SameSite=None from cookies that are not secure, and leaves out those of third parties', () => {
    const entry = { name: 'a', value: '1', domain: '.instagram.com', sameSite: 'no_restriction' };
    const inside = { ...entry, name: 'b', partitionKey: { topLevelSite: 'https://example.com' } };
    expect(readCookieFile(JSON.stringify([entry, inside]))).toEqual([
      { name: 'a', value: '1', domain: '.instagram.com', path: '/', expires: -1, secure: false, httpOnly: false },
    ]);
  });

  it.each([
    ['text', 'sessionid=4242%3AaBc%3A17'],
    ['entries that are no cookies', '[{"name": "sessionid"}]'],
    ['other JSON', '{"accounts": []}'],
    ['a web page', '<!doctype html><title>4242%3AaBc%3A17</title>'],
  ])('is not %s', (_what, text) => {
    expect(() => readCookieFile(text)).toThrow(/Unknown cookie format/);
    expect(() => readCookieFile(text)).not.toThrow(/4242/);
  });

  it.each([['{"cookies": []}'], ['# Netscape HTTP Cookie File\n']])('says when it is empty: %s', (text) =>
    expect(() => readCookieFile(text)).toThrow(/file has no cookies/),
  );
});

describe('the cookies of a session', () => {
  const cookies = readCookieFile(NETSCAPE);

  it('are those of the platform that have not expired', () => {
    const foreign = { ...SESSION, domain: '.notinstagram.com', expires: -1 };
    const expired = { ...SESSION, name: 'old', expires: NOW / 1000 - 1 };
    expect(sessionCookiesOf([...cookies, foreign, expired], INSTAGRAM, NOW)).toEqual(cookies);
  });

  it('are refused without the one that makes the session, by name', () => {
    expect(() => sessionCookiesOf(cookies.slice(1), INSTAGRAM, NOW)).toThrow(/\(sessionid\) is missing/);
    const emptied = cookies.map((cookie) => ({ ...cookie, value: '' }));
    expect(() => sessionCookiesOf(emptied, INSTAGRAM, NOW)).toThrow(/\(sessionid\) is missing/);
    expect(() => sessionCookiesOf(cookies, INSTAGRAM, NOW + 2 * 86_400_000)).toThrow(/has expired/);
    const youtube = platformSite('youtube_shorts', INSTAGRAM.url);
    expect(() => sessionCookiesOf(cookies, youtube, NOW)).toThrow(/instagram\.com.*not youtube\.com/);
  });

  it('are lost where the browser holds others', () => {
    const held = cookies.map((cookie) => ({ ...cookie, domain: cookie.domain.replace(/^\./, ''), expires: 1 }));
    expect(lostCookies(cookies, held)).toEqual([]);
    expect(lostCookies(cookies, [...held.slice(1), { ...SESSION, value: 'other', expires: -1 }])).toEqual([
      'sessionid',
    ]);
  });
});
