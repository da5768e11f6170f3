import { fieldMessages } from '@/features/auth/messages.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../shared/agent/password.ts';

export type SignIn = { email: string; password: string };

export type NewAccount = SignIn & { repeated: string };

/** The messages of invalid fields; empty when all are valid. */
export type Errors<Values> = { [Name in keyof Values]?: string };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** §5: requires an email address and a minimum password length. The server checks whether the credentials are right. */
export function checkSignIn({ email, password }: SignIn): Errors<SignIn> {
  return {
    ...(!EMAIL.test(email) && { email: fieldMessages.email }),
    ...(password.length < PASSWORD_MIN_LENGTH && { password: fieldMessages.password }),
  };
}

/** For a new account, also checks the password's maximum length and its repetition. */
export function checkNewAccount(account: NewAccount): Errors<NewAccount> {
  return {
    ...checkSignIn(account),
    ...(account.password.length > PASSWORD_MAX_LENGTH && { password: fieldMessages.passwordTooLong }),
    ...(account.repeated !== account.password && { repeated: fieldMessages.repeated }),
  };
}
