import { z } from 'zod';
import { fieldMessages } from '@/features/auth/messages.ts';
import { credentialsSchema, PASSWORD_MIN_LENGTH } from '../../../shared/agent-api.ts';

/** The sign-in form (§5). It asks for no more than the minimum, because the server knows which passwords exist. */
export const signInSchema = z.object({
  email: z.email(fieldMessages.email),
  password: z.string().min(PASSWORD_MIN_LENGTH, fieldMessages.password),
});
export type SignIn = z.infer<typeof signInSchema>;

/** The form of the first account: the agent's own limits, and the password twice. */
export const newAccountSchema = signInSchema.extend({ confirm: z.string() }).superRefine((account, context) => {
  const password = credentialsSchema.shape.password.safeParse(account.password);
  if (!password.success)
    context.addIssue({ code: 'custom', path: ['password'], message: fieldMessages.passwordTooLong });
  if (account.confirm !== account.password) {
    context.addIssue({ code: 'custom', path: ['confirm'], message: fieldMessages.confirm });
  }
});
export type NewAccount = z.infer<typeof newAccountSchema>;
