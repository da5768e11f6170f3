import { describe, expect, it } from 'vitest';
import { confirmRules, emailRules, newPasswordRules, passwordRules } from '../../../ui/features/auth/credentials.ts';

describe('sign-in', () => {
  it.each(['me@example.com', 'a.b+c@sub.example.org'])('takes the address %s', (email) => {
    expect(emailRules.pattern.value.test(email)).toBe(true);
  });

  it.each(['me', 'me@', '@example.com', 'me@example', 'me @example.com'])(
    'does not take %s for an address',
    (email) => {
      expect(emailRules.pattern.value.test(email)).toBe(false);
    },
  );

  it('asks for a password of at least 6 characters', () => {
    expect(passwordRules.minLength.value).toBe(6);
  });
});

describe('a new account', () => {
  it('has a password that is hashed whole', () => {
    expect(newPasswordRules.maxLength.value).toBe(72);
    expect(newPasswordRules.minLength.value).toBe(6);
  });

  it('has the same password twice', () => {
    const account = { email: 'me@example.com', password: 'correct horse', confirm: '' };
    expect(confirmRules.validate('correct horse', account)).toBe(true);
    expect(confirmRules.validate('correct house', account)).toBe('The two passwords are not the same.');
  });
});
