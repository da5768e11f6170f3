import { enableInDashboard } from '../../../shared/workspace/cloud-writing.ts';

export const ONLY_HOSTED =
  'The workspace is on this machine, where only the agent can write. Link your own Supabase project first: `local-agent link`.';
export const NEEDS_MEMBER =
  'This needs a sign-in to your Supabase project: `local-agent link`, or start the agent with --supabase-secret-key.';

export const notEnabled = (missing: readonly string[]) => `${enableInDashboard(missing)} Then switch this on again.`;

const DEPLOY = 'npx supabase functions deploy auto-generate-content';

/** The problem with a call of the function, with the remedy; null if none is known. */
export function problemOf({ status, problem }: { status: number | null; problem: string | null }): string | null {
  if (problem !== null) return `The project could not call its function: ${problem}`;
  if (status === null || status < 300) return null;
  if (status === 404) return `The function is not in your project. Deploy it: ${DEPLOY}`;
  if (status === 401) {
    return `The function did not accept the project’s secret. Switch this off and on again. If that does not help, deploy the function again: ${DEPLOY}`;
  }
  return `The function failed with status ${status}. See its log in the Supabase dashboard.`;
}
