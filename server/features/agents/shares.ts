import type { Capabilities } from '../../../shared/agent/agents.ts';

/** The capabilities of this agent and of the other running agents. */
export type Able = { id: string; mine: Capabilities; others: readonly Capabilities[] };

/**
 * This agent's share (see AutomationJob.share) of a job that needs the browser sessions of these accounts. If no agent
 * can do it, this one takes it, to report why.
 */
export function shareOfAccounts(accounts: readonly string[], able: Able): string | null {
  const here = accounts.filter((account) => signedIn(able.mine).includes(account));
  const elsewhere = accounts.filter((account) => warmedUpElsewhere(able).includes(account));
  if (elsewhere.length === 0) return '';
  return here.length === 0 ? null : ` by ${able.id.slice(0, 8)}`;
}

/** This agent's share of writing. Without a chosen provider, it leaves writing to an agent with a local model. */
export function shareOfWriting(writer: { hasProvider: boolean }, { others }: Able): string | null {
  return !writer.hasProvider && others.some(({ localModel }) => localModel !== null) ? null : '';
}

/** This agent's share of running a script. If it may not run the script, it leaves it to an agent with a browser. */
export function shareOfScript(mayRun: boolean, { others }: Able): string | null {
  return !mayRun && others.some(({ browser }) => browser) ? null : '';
}

/** The accounts that are signed in on another running agent, but not on this one. */
export function warmedUpElsewhere({ mine, others }: Able): string[] {
  const here = signedIn(mine);
  return [...new Set(others.flatMap(signedIn))].filter((account) => !here.includes(account));
}

function signedIn({ browser, sessions }: Capabilities): readonly string[] {
  return browser ? sessions : [];
}
