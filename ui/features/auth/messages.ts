import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../shared/agent/password.ts';

/** §8, "Sign-in". `message` is the server's. */
export const signInMessages = {
  success: { title: 'Welcome back!', description: 'Successfully logged in' },
  failure: (message: string) => ({
    title: 'Login failed',
    description: message || 'Error',
    variant: 'destructive' as const,
  }),
};

/** Below the sign-in form: how to get a new password. */
export const forgottenPassword = {
  question: 'Forgotten your password?',
  embedded: 'On the machine that runs Local Agent, run:',
  command: 'local-agent users set-password <email>',
  hosted: 'Ask the owner of your Supabase project to reset it.',
};

export const setupMessages = {
  success: { title: 'Your account is ready', description: 'You are signed in. This workspace is yours.' },
  failure: (message: string) => ({
    title: 'Account not created',
    description: message,
    variant: 'destructive' as const,
  }),
};

/** The errors below invalid fields. */
export const fieldMessages = {
  email: 'Enter your e-mail address, such as you@example.com.',
  password: `Enter at least ${PASSWORD_MIN_LENGTH} characters.`,
  passwordTooLong: `Enter at most ${PASSWORD_MAX_LENGTH} characters.`,
  wrong: 'Email or password is wrong.',
  repeated: 'The passwords do not match.',
};
