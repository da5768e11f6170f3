import { fieldMessages } from '@/features/auth/messages.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../shared/agent/password.ts';

export type SignIn = { email: string; password: string };

export type NewAccount = SignIn & { repeated: string };

/** The messages of invalid fields; empty when all are valid. */
export type Errors<Values> = { [Name in keyof Values]?: string };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** §5: an email address, and a minimum password length. The server decides whether they exist. */
export function checkSignIn({ email, password }: SignIn): Errors<SignIn> {
  return {
    ...(!EMAIL.test(email) && { email: fieldMessages.email }),
    ...(password.length < PASSWORD_MIN_LENGTH && { password: fieldMessages.password }),
  };
}

/** A new password also has a maximum length, and is repeated. */
export function checkNewAccount(account: NewAccount): Errors<NewAccount> {
  return {
    ...checkSignIn(account),
    ...(account.password.length > PASSWORD_MAX_LENGTH && { password: fieldMessages.passwordTooLong }),
    ...(account.repeated !== account.password && { repeated: fieldMessages.repeated }),
  };
}
