import { describe, expect, it } from 'vitest';
import { stopOfAddress, withoutCodes } from '../../../server/instagram/site.ts';
import { stopOfAnswer } from '../../../server/instagram/stop-answers.ts';
import { isHarmlessButton, stopOfWords } from '../../../server/instagram/words.ts';
import { LANGUAGES } from '../../helpers/instagram/switches.ts';
import { WORDS } from '../../helpers/instagram/words.ts';

const SITE = 'https://www.instagram.com';

describe('a stop signal', () => {
  it.each([
    ['/accounts/login/?next=%2F', 'login'],
    ['/accounts/login/two_factor/?two_factor_identifier=x', 'two_factor'],
    ['/challenge/action/AXH1cOdE0nc3/', 'challenge'],
    ['/auth_platform/codeentry/?apc=x', 'challenge'],
    ['/checkpoint/1501092823525282/', 'checkpoint'],
    ['/accounts/suspended/', 'suspended'],
    ['/accounts/disabled/', 'disabled'],
  ])('is the address %s', (path, signal) => expect(stopOfAddress(SITE + path)).toBe(signal));

  it.each(['/', '/accounts/onetap/', '/accounts/edit/', '/challenges_of_life/', '/p/abc/?next=/challenge/'])(
    'is not the address %s',
    (path) => {
      expect(stopOfAddress(SITE + path)).toBeNull();
      expect(stopOfAddress('about:blank')).toBeNull();
    },
  );

  it.each([
    ...LANGUAGES.flatMap((language) => Object.entries(WORDS[language].stopDialogs)),
    ['try_again_later', ['Try Again\n Later']],
    ['try_again_later', ['Versuche es spa\u0308ter noch einmal']],
    ['action_blocked', ['AKTION BLOCKIERT']],
    ['action_blocked', ['Ação bloqueada']],
  ])('is %s, as said by %j', (dialog, words) =>
    expect(stopOfWords(words.join('\n'))).toBe(dialog === 'wait_a_few_minutes' ? 'rate_limited' : dialog),
  );

  it.each(['Turn on Notifications', 'Optionale Cookies ablehnen', 'See you later'])('is not said by %j', (text) =>
    expect(stopOfWords(text)).toBeNull(),
  );

  it('is an answer 429, and 400 with a word that is known', () => {
    expect(stopOfAnswer(429, '')).toBe('rate_limited');
    expect(stopOfAnswer(400, '{"message":"feedback_required","spam":true}')).toBe('feedback_required');
    expect(stopOfAnswer(400, '{"message":"","error_type":"challenge_required"}')).toBe('challenge');
    expect(stopOfAnswer(400, '{"message":"checkpoint_required"}')).toBe('checkpoint');
    for (const body of ['', 'null', '[]', '<html>', '{"message":"invalid"}', '{"message":"toString"}']) {
      expect(stopOfAnswer(400, body), body).toBeNull();
    }
    expect(stopOfAnswer(500, '{"message":"feedback_required"}')).toBeNull();
  });

  it.each([
    [
      401,
      '{"message":"Please wait a few minutes before you try again.","require_login":true,"status":"fail"}',
      'rate_limited',
    ],
    [401, '{"message":"login_required","status":"fail"}', 'login'],
    [403, '{"message":"login_required","logout_reason":8,"status":"fail"}', 'login'],
    [401, '{"message":"Attendi qualche minuto.","status":"fail"}', 'unknown_notice'],
    [200, '{"message":"feedback_required","spam":true,"status":"fail"}', 'feedback_required'],
    [200, 'for (;;);{"errors":[{"message":"challenge_required"}],"data":null}', 'challenge'],
    [200, '{"data":{"like":{"spam":true,"status":"fail"}},"status":"ok"}', 'feedback_required'],
  ] as const)('is an answer %i %s', (status, body, signal) => expect(stopOfAnswer(status, body)).toBe(signal));

  it.each([
    [200, '{"items":[{"caption":"feedback_required"}],"status":"ok"}'],
    [200, '{"message":"a word like feedback_required","status":"ok"}'],
    [200, '{"status":"fail","message":"Try again later_required"}'],
    [200, `${'['.repeat(200_000)}"feedback_required"`],
    [200, '{"data":{"spam":true},"errors":{"message":"feedback_required"}}'],
    [204, ''],
    [302, '{"message":"feedback_required"}'],
    [401, ''],
    [403, '<html>feedback_required</html>'],
  ])('is no answer %i (number %#)', (status, body) => expect(stopOfAnswer(status, body)).toBeNull());
});

it('one-time codes are cut out of whatever is written down', () => {
  const text = `net::ERR_ABORTED at ${SITE}/challenge/action/AXH1cOdE0nc3/?next=/ and ${SITE}/accounts/login/two_factor/?two_factor_identifier=AXH1cOdE0nc3, then "${SITE}/checkpoint/15/AXH1cOdE0nc3"`;
  const cut = withoutCodes(text);
  expect(cut).not.toContain('AXH1cOdE0nc3');
  expect(cut).toContain(`${SITE}/challenge/… and`);
  expect(withoutCodes(`${SITE}/explore/`)).toBe(`${SITE}/explore/`);
});

it.each([
  ...['Decline optional cookies', 'DECLINE  OPTIONAL COOKIES ', 'Neka valfria cookies'],
  ...['Hylkää valinnaiset evästeet', 'Refuză modulele cookie opţionale', 'A nem kötelező cookie-k elutasítása'],
  ...['任意のCookieを許可しない', '선택 가능 쿠키 거부', '拒绝使用非必要 Cookie', 'Not Now', 'Nie teraz'],
])('a button that declines or puts off is %j', (label) => expect(isHarmlessButton(label)).toBe(true));

it.each([
  ...['Allow all cookies', 'Tillåt alla cookies', 'Salli kaikki evästeet', 'Not now, but allow', 'OK', 'Dismiss'],
  '',
])('a button that declines or puts off is not %j', (label) => expect(isHarmlessButton(label)).toBe(false));
