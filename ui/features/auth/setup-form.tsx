import { toast } from '@/components/toast.tsx';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { checkNewAccount, type NewAccount } from '@/features/auth/credentials.ts';
import { PasswordField, SubmitButton, TextField } from '@/features/auth/fields.tsx';
import { setupMessages } from '@/features/auth/messages.ts';
import { useCheckedForm } from '@/features/auth/use-checked-form.ts';
import { AgentResponseError, AgentUnreachableError, agentFetch } from '@/lib/agent.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import type { SetupRequest } from '../../../shared/agent/agent-api.ts';

/**
 * "Create your account": creates the workspace's first account with the token of the one-time set-up link, then signs
 * in. `onTaken`: an account already exists.
 */
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
        <TextField label="Email" name="email" type="email" autoComplete="username" autoFocus error={errors.email} />
        <PasswordField label="Password" name="password" autoComplete="new-password" error={errors.password} />
        <PasswordField label="Repeat password" name="repeated" autoComplete="new-password" error={errors.repeated} />
        <SubmitButton busy={busy}>Create account</SubmitButton>
      </form>
    </AuthCard>
  );
}

type Result = { ok: true } | { ok: false; message: string; exists: boolean };

/** Creates the first account, then signs in with it. `exists` means that the workspace already has an account. */
async function createFirstAccount(supabase: Supabase, request: SetupRequest): Promise<Result> {
  try {
    await agentFetch('/api/setup', { body: request });
  } catch (error) {
    if (error instanceof AgentResponseError) {
      return { ok: false, message: error.message, exists: error.code === 'conflict' };
    }
    if (error instanceof AgentUnreachableError) return { ok: false, message: error.message, exists: false };
    throw error;
  }
  const { error } = await supabase.auth.signInWithPassword({ email: request.email, password: request.password });
  return error ? { ok: false, message: error.message, exists: true } : { ok: true };
}
