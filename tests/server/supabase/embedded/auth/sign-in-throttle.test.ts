import { expect, test } from 'vitest';
import { signInThrottle } from '../../../../../server/supabase/embedded/auth/sign-in-throttle.ts';

const MINE = 'me@example.com';
const HERE = '192.168.0.2';
const THERE = '192.168.0.66';

function throttleAt(start = 1_000_000) {
  const clock = { now: start };
  const throttle = signInThrottle(() => clock.now);
  const begin = (email: string, address: string | undefined) =>
    throttle({ email, address, isAccount: !email.startsWith('invented') });
  const attempt = (email: string, address: string | undefined, outcome: 'right' | 'wrong' | 'other') => {
    const begun = begin(email, address);
    if ('retryAfterSeconds' in begun) return begun.retryAfterSeconds;
    begun.settle(outcome);
    return outcome;
  };
  const guess = (times: number, email: string, address: string | undefined) =>
    Array.from({ length: times }, () => attempt(email, address, 'wrong'));
  return { clock, begin, attempt, guess };
}

test('the eleventh wrong password in a minute has to wait, however the address is written', () => {
  const { attempt, guess } = throttleAt();
  guess(5, MINE, undefined);
  guess(5, ' ME@Example.com ', undefined);
  expect(attempt(MINE, undefined, 'right')).toBe(60);
  expect(attempt('other@example.com', undefined, 'right')).toBe('right');
});

test('the wait ends when the oldest wrong password is a minute old, and asking in between does not prolong it', () => {
  const { clock, attempt, guess } = throttleAt();
  guess(1, MINE, HERE);
  clock.now += 20_500;
  guess(9, MINE, HERE);
  expect(guess(100, MINE, HERE)).toEqual(Array.from({ length: 100 }, () => 40));
  clock.now += 39_500;
  expect(attempt(MINE, HERE, 'right')).toBe('right');
});

test('wrong passwords for other addresses lock nobody out, who never signed in here either', () => {
  const { attempt, guess } = throttleAt();
  for (let other = 0; other < 20; other++) guess(1, `invented${other}@example.com`, HERE);
  guess(10, 'colleague@example.com', HERE);
  expect(attempt(MINE, HERE, 'right')).toBe('right');
});

test('an invented address waits as an account does', () => {
  const { attempt, guess } = throttleAt();
  guess(10, 'invented@example.com', HERE);
  expect(attempt('invented@example.com', HERE, 'wrong')).toBe(60);
});

test('right passwords and other failures do not count', () => {
  const { attempt } = throttleAt();
  for (let time = 0; time < 50; time++) {
    expect([attempt(MINE, HERE, 'right'), attempt(MINE, HERE, 'other')]).toEqual(['right', 'other']);
  }
});

test('guesses sent all at once count while they are under way', () => {
  const { begin } = throttleAt();
  const begun = Array.from({ length: 30 }, () => begin(MINE, HERE));
  expect(begun.filter((attempt) => 'settle' in attempt)).toHaveLength(10);
});

test('a stranger elsewhere does not lock the owner out of where they have signed in before', () => {
  const { attempt, guess } = throttleAt();
  expect(attempt(MINE, HERE, 'right')).toBe('right');
  guess(10, MINE, THERE);
  expect([attempt(MINE, THERE, 'wrong'), attempt(MINE, HERE, 'right')]).toEqual([60, 'right']);
});

test('what is remembered of invented addresses has a bound, and what is remembered of accounts stays', () => {
  const { attempt, guess } = throttleAt();
  guess(10, 'invented@example.com', undefined);
  guess(10, MINE, undefined);
  for (let account = 0; account < 10_000; account++) guess(1, `invented${account}@example.com`, undefined);
  expect(attempt('invented@example.com', undefined, 'wrong')).toBe('wrong');
  expect(attempt(MINE, undefined, 'right')).toBe(60);
});
