import { useForm } from 'react-hook-form';
import { toast } from '@/components/toast.tsx';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { createFirstAccount } from '@/features/auth/create-first-account.ts';
import { confirmRules, emailRules, type NewAccount, newPasswordRules } from '@/features/auth/credentials.ts';
import { setupMessages } from '@/features/auth/messages.ts';
import { PasswordField } from '@/features/auth/password-field.tsx';
import { SubmitButton } from '@/features/auth/submit-button.tsx';
import { TextField } from '@/features/auth/text-field.tsx';
import { useSupabase } from '@/lib/supabase.ts';

/** "Create your account": the workspace's first, with the token of the one-time set-up link; then signs in. `onTaken`: there is one by now. */
export function SetupForm({ token, onTaken }: { token: string; onTaken: () => void }) {
  const supabase = useSupabase();
  const { register, handleSubmit, formState } = useForm<NewAccount>();

  async function create({ email, password }: NewAccount) {
    const result = await createFirstAccount(supabase, { email, password, token });
    if (result.ok) return void toast(setupMessages.success);
    toast(setupMessages.failure(result.message));
    if (result.exists) onTaken();
  }

  return (
    <AuthCard
      heading="Create your account"
      subtitle="The first account of this workspace. It stays on this machine, with everything you make."
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={handleSubmit(create)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register('email', emailRules)}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          error={formState.errors.password?.message}
          {...register('password', newPasswordRules)}
        />
        <PasswordField
          label="Repeat password"
          autoComplete="new-password"
          error={formState.errors.confirm?.message}
          {...register('confirm', confirmRules)}
        />
        <SubmitButton busy={formState.isSubmitting}>Create account</SubmitButton>
      </form>
    </AuthCard>
  );
}
