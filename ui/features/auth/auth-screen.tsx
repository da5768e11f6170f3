import { useQuery } from '@tanstack/react-query';
import { SetupForm } from '@/features/auth/setup-form.tsx';
import { SetupLinkNeeded } from '@/features/auth/setup-link-needed.tsx';
import { SignInForm } from '@/features/auth/sign-in-form.tsx';
import { useSetupToken } from '@/features/auth/use-setup-token.ts';
import { agentFetch } from '@/lib/agent.ts';
import { useConfig } from '@/lib/supabase.ts';
import type { SetupState } from '../../../shared/agent-api.ts';

/** /auth (§2): sign-in, or the first account where an embedded workspace has none yet. Whether that is so being unknown, it is sign-in. */
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
