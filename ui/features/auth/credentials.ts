import type { RegisterOptions } from 'react-hook-form';
import { fieldMessages } from '@/features/auth/messages.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../shared/password.ts';

/** What the sign-in form holds (§2). */
export type SignIn = { email: string; password: string };

/** What the form of the first account holds: the password twice. */
export type NewAccount = SignIn & { confirm: string };

/** §5: an e-mail address is required. Whether it exists is the server's to say. */
export const emailRules = {
  required: fieldMessages.email,
  pattern: { value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: fieldMessages.email },
} satisfies RegisterOptions;

/** §5: a password is required, with a minimum length; an existing one may be as long as it is. */
export const passwordRules = {
  required: fieldMessages.password,
  minLength: { value: PASSWORD_MIN_LENGTH, message: fieldMessages.password },
} satisfies RegisterOptions;

/** A new password also fits into what is hashed. */
export const newPasswordRules = {
  ...passwordRules,
  maxLength: { value: PASSWORD_MAX_LENGTH, message: fieldMessages.passwordTooLong },
} satisfies RegisterOptions;

/** The second password equals the first. */
export const confirmRules = {
  validate: (confirm: string, account: NewAccount) => confirm === account.password || fieldMessages.confirm,
} satisfies RegisterOptions<NewAccount, 'confirm'>;
