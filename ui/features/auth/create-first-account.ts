import { AgentResponseError, AgentUnreachableError, agentFetch } from '@/lib/agent.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { SetupRequest } from '../../../shared/agent-api.ts';

type Result = { ok: true } | { ok: false; message: string; exists: boolean };

/** Creates the first account, then signs in with it. `exists` says that the workspace has an account, so signing in is what is left to do. */
export async function createFirstAccount(supabase: Supabase, request: SetupRequest): Promise<Result> {
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
