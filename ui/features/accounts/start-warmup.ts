import { warmupToasts } from '@/features/accounts/messages.ts';
import { AgentResponseError, AgentUnreachableError, type useAgent } from '@/lib/agent.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { WARMUP_PLATFORM, WARMUP_START_PATH, type WarmupStart } from '../../../shared/warmup.ts';

type Notification = (typeof warmupToasts)['started'] | ReturnType<(typeof warmupToasts)['startFailed']>;

/** The agent's code for an account that is not logged in on its machine. */
const NO_SESSION = 'no_session';

/**
 * Asks the agent for a warm-up of an account (§4, §7). Answers whether it runs now, whether the account has to be
 * logged in on this machine first, and the notification of §8. The row is read again first, because it may have changed
 * since it was listed; when it cannot be read, the agent's answer decides.
 */
export async function startWarmup(
  { supabase, agent }: { supabase: Supabase; agent: ReturnType<typeof useAgent> },
  accountId: string,
): Promise<{ started: boolean; needsLogIn: boolean; notification: Notification }> {
  const refuse = (notification: Notification, needsLogIn = false) => ({ started: false, needsLogIn, notification });
  const { data: rows } = await supabase.from('social_accounts').select('platform').eq('id', accountId).retry(false);
  if (rows?.length === 0) return refuse(warmupToasts.accountGone);
  if (rows?.some(({ platform }) => platform !== WARMUP_PLATFORM)) return refuse(warmupToasts.notInstagram);
  try {
    await agent(WARMUP_START_PATH, { body: { accountId } satisfies WarmupStart });
    return { started: true, needsLogIn: false, notification: warmupToasts.started };
  } catch (error) {
    return refuse(startFailure(error), error instanceof AgentResponseError && error.code === NO_SESSION);
  }
}

/** Which row of §8 a failed start is. */
function startFailure(error: unknown): Notification {
  if (error instanceof AgentUnreachableError) return warmupToasts.startFailed(error.message);
  if (!(error instanceof AgentResponseError)) return warmupToasts.startFailed(undefined);
  const words = serverWords(error.body);
  return error.status === 429 ? warmupToasts.onCooldown(words) : warmupToasts.startFailed(words);
}

/** The `error` of the agent's answer, where it gave one. */
function serverWords(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown };
  return typeof error === 'string' && error !== '' ? error : undefined;
}
