import { describe, expect, it } from 'vitest';
import { checkNewAccount, checkSignIn } from '../../../ui/features/auth/credentials.ts';

const password = 'correct horse';

describe('sign-in', () => {
  it.each(['me@example.com'])('takes the address %s', (email) => {
    expect(checkSignIn({ email, password })).toEqual({});
  });

  it.each(['', 'me', 'me@', '@example.com', 'me @example.com'])('does not take "%s" for an address', (email) => {
    expect(checkSignIn({ email, password })).toEqual({
      email: 'Enter your e-mail address, such as you@example.com.',
    });
  });

  it('asks for a password of at least 6 characters, and leaves it to the server how long one may be', () => {
    const problem = (typed: string) => checkSignIn({ email: 'me@example.com', password: typed });
    expect(problem('12345')).toEqual({ password: 'Enter at least 6 characters.' });
    expect([problem('123456'), problem('x'.repeat(100))]).toEqual([{}, {}]);
  });
});

describe('a new account', () => {
  const account = { email: 'me@example.com', password, repeated: password };

  it('has an address, a password, and the same one again', () => {
    expect(checkNewAccount(account)).toEqual({});
    expect(checkNewAccount({ email: '', password: '', repeated: 'x' })).toEqual({
      email: 'Enter your e-mail address, such as you@example.com.',
      password: 'Enter at least 6 characters.',
      repeated: 'The passwords do not match.',
    });
  });

  it('has a password that is hashed whole', () => {
    const long = 'x'.repeat(73);
    expect(checkNewAccount({ ...account, password: long, repeated: long })).toEqual({
      password: 'Enter at most 72 characters.',
    });
  });
});
