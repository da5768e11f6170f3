import { useLocation } from 'react-router-dom';
import { toast } from '@/components/toast.tsx';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { checkSignIn, type SignIn } from '@/features/auth/credentials.ts';
import { PasswordField, SubmitButton, TextField } from '@/features/auth/fields.tsx';
import { signInMessages } from '@/features/auth/messages.ts';
import { useCheckedForm } from '@/features/auth/use-checked-form.ts';
import { connectionMessages } from '@/lib/messages.ts';
import type { SignInState } from '@/lib/sign-in-state.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** "Sign in to your account" (§2). The session that appears takes the person on; see the guard. */
export function SignInForm() {
  const supabase = useSupabase();
  const { errors, busy, form } = useCheckedForm<SignIn>(checkSignIn, async (credentials) => {
    const { error } = await supabase.auth.signInWithPassword(credentials);
    toast(error ? signInMessages.failure(error.message) : signInMessages.success);
  });

  const { ended }: SignInState = useLocation().state ?? {};

  return (
    <AuthCard subtitle="Sign in to your account">
      {ended ? (
        <p role="status" className="mb-6 border-l-2 border-primary pl-3 text-sm text-pretty">
          {connectionMessages.sessionEnded}
        </p>
      ) : null}
      <form className="flex flex-col gap-5" {...form}>
        <TextField label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
        <PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
        <SubmitButton busy={busy}>Sign In</SubmitButton>
      </form>
    </AuthCard>
  );
}
