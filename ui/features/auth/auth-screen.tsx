import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toast } from '@/components/toast.tsx';
import { AuthCard } from '@/features/auth/auth-card.tsx';
import { checkSignIn, type SignIn } from '@/features/auth/credentials.ts';
import { PasswordField, SubmitButton, TextField } from '@/features/auth/fields.tsx';
import { fieldMessages, forgottenPassword, signInMessages } from '@/features/auth/messages.ts';
import { SetupForm } from '@/features/auth/setup-form.tsx';
import { useCheckedForm } from '@/features/auth/use-checked-form.ts';
import { agentFetch } from '@/lib/agent.ts';
import { connectionMessages } from '@/lib/messages.ts';
import type { SignInState } from '@/lib/sign-in-state.ts';
import { useConfig, useSupabase } from '@/lib/supabase.ts';
import type { SetupState } from '../../../shared/agent/agent-api.ts';

/**
 * /auth (§2): sign-in, or creating the first account of an embedded workspace. Shows the sign-in if that is unknown.
 */
export function AuthScreen() {
  const token = useSetupToken();
  const embedded = useConfig().mode === 'embedded';
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: async (): Promise<SetupState> => (await agentFetch('/api/setup')).json(),
    enabled: embedded,
  });

  if (setup.isLoading) return null;
  if (!setup.data?.needed) return <SignInForm />;
  if (!token) return <SetupLinkNeeded />;
  return <SetupForm token={token} onTaken={() => void setup.refetch()} />;
}

/**
 * The token of the set-up link (/auth#setup=<token>), kept in memory: it is removed from the address bar and the
 * history as soon as it is read.
 */
function useSetupToken(): string | null {
  const location = useLocation();
  const navigate = useNavigate();
  const found = new URLSearchParams(location.hash.slice(1)).get('setup');
  const [token, setToken] = useState(found);

  useEffect(() => {
    if (!found) return;
    setToken(found);
    void navigate({ pathname: location.pathname, search: location.search }, { replace: true, state: location.state });
  }, [found, navigate, location]);

  return token;
}

/**
 * Shown if the workspace has no account yet and this page was not opened through the set-up link: says where to find
 * it.
 */
function SetupLinkNeeded() {
  return (
    <AuthCard subtitle="This workspace has no account yet. Create yours with the one-time set-up link.">
      <div className="flex gap-4 rounded-lg border bg-card p-5 text-sm">
        <SquareTerminal className="mt-0.5 size-5 shrink-0 text-primary" strokeWidth={1.8} aria-hidden="true" />
        <div className="flex flex-col gap-2">
          <p className="font-medium">Open the set-up link from your terminal</p>
          <p className="text-muted-foreground">
            <code className="font-mono text-[0.8125rem] text-foreground">local-agent start</code> printed it when it
            started. Only somebody who can see that terminal can create the first account.
          </p>
        </div>
      </div>
    </AuthCard>
  );
}

/** "Sign in to your account" (§2). The guard redirects once there is a session. */
function SignInForm() {
  const supabase = useSupabase();
  const { errors, busy, form } = useCheckedForm<SignIn>(checkSignIn, async (credentials) => {
    const { error } = await supabase.auth.signInWithPassword(credentials);
    toast(error ? signInMessages.failure(error.message) : signInMessages.success);
    if (error?.code === 'invalid_credentials') return { password: fieldMessages.wrong };
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
        <TextField label="Email" name="email" type="email" autoComplete="username" autoFocus error={errors.email} />
        <PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
        <SubmitButton busy={busy}>Sign In</SubmitButton>
      </form>
      <ForgottenPassword />
    </AuthCard>
  );
}

/** No e-mail is sent: the password is reset on the machine, or by the owner of the Supabase project. */
function ForgottenPassword() {
  const isEmbedded = useConfig().mode === 'embedded';
  return (
    <details className="mt-6 text-sm text-muted-foreground">
      <summary className="w-fit cursor-pointer rounded-sm">{forgottenPassword.question}</summary>
      <p className="mt-2">{isEmbedded ? forgottenPassword.embedded : forgottenPassword.hosted}</p>
      {isEmbedded ? (
        <code className="mt-1.5 block font-mono text-[0.8125rem] text-foreground">{forgottenPassword.command}</code>
      ) : null}
    </details>
  );
}
