import { useForm } from 'react-hook-form';
import { toast } from '@/components/toast.tsx';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { emailRules, passwordRules, type SignIn } from '@/features/auth/credentials.ts';
import { signInMessages } from '@/features/auth/messages.ts';
import { PasswordField } from '@/features/auth/password-field.tsx';
import { SubmitButton } from '@/features/auth/submit-button.tsx';
import { TextField } from '@/features/auth/text-field.tsx';
import { useSupabase } from '@/lib/supabase.ts';

/** "Sign in to your account" (§2). The session that appears takes the person on; see the guard. */
export function SignInForm() {
  const supabase = useSupabase();
  const { register, handleSubmit, formState } = useForm<SignIn>();

  async function signIn({ email, password }: SignIn) {
    const { error } = await supabase.auth.signInWithPassword({ email, password });
    toast(error ? signInMessages.failure(error.message) : signInMessages.success);
  }

  return (
    <AuthCard subtitle="Sign in to your account">
      <form noValidate className="flex flex-col gap-5" onSubmit={handleSubmit(signIn)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register('email', emailRules)}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password', passwordRules)}
        />
        <SubmitButton busy={formState.isSubmitting}>Sign In</SubmitButton>
      </form>
    </AuthCard>
  );
}
