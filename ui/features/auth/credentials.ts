import { fieldMessages } from '@/features/auth/messages.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../shared/agent/password.ts';

/** What the sign-in form holds (§2). */
export type SignIn = { email: string; password: string };

/** What the form of the first account holds: the password twice. */
export type NewAccount = SignIn & { repeated: string };

/** The message of each field that is not right; empty when all are. */
export type Errors<Values> = { [Name in keyof Values]?: string };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * §5: an address, and a password of a minimum length. Which ones exist is the server's to say, however long they are.
 */
export function checkSignIn({ email, password }: SignIn): Errors<SignIn> {
  return {
    ...(!EMAIL.test(email) && { email: fieldMessages.email }),
    ...(password.length < PASSWORD_MIN_LENGTH && { password: fieldMessages.password }),
  };
}

/** A new password is also hashed whole, and typed the same twice. */
export function checkNewAccount(account: NewAccount): Errors<NewAccount> {
  return {
    ...checkSignIn(account),
    ...(account.password.length > PASSWORD_MAX_LENGTH && { password: fieldMessages.passwordTooLong }),
    ...(account.repeated !== account.password && { repeated: fieldMessages.repeated }),
  };
}
