import { toast } from '@/components/toast.tsx';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { createFirstAccount } from '@/features/auth/create-first-account.ts';
import { checkNewAccount, type NewAccount } from '@/features/auth/credentials.ts';
import { setupMessages } from '@/features/auth/messages.ts';
import { PasswordField } from '@/features/auth/password-field.tsx';
import { SubmitButton } from '@/features/auth/submit-button.tsx';
import { TextField } from '@/features/auth/text-field.tsx';
import { useCheckedForm } from '@/features/auth/use-checked-form.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** "Create your account": the workspace's first, with the token of the one-time set-up link; then signs in. `onTaken`: there is one by now. */
export function SetupForm({ token, onTaken }: { token: string; onTaken: () => void }) {
  const supabase = useSupabase();
  const { errors, busy, form } = useCheckedForm<NewAccount>(checkNewAccount, async ({ email, password }) => {
    const result = await createFirstAccount(supabase, { email, password, token });
    if (result.ok) return void toast(setupMessages.success);
    toast(setupMessages.failure(result.message));
    if (result.exists) onTaken();
  });

  return (
    <AuthCard
      heading="Create your account"
      subtitle="The first account of this workspace. It stays on this machine, with everything you make."
    >
      <form className="flex flex-col gap-5" {...form}>
        <TextField label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
        <PasswordField label="Password" name="password" autoComplete="new-password" error={errors.password} />
        <PasswordField label="Repeat password" name="repeated" autoComplete="new-password" error={errors.repeated} />
        <SubmitButton busy={busy}>Create account</SubmitButton>
      </form>
    </AuthCard>
  );
}
