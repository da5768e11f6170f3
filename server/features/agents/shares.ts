import type { Capabilities } from '../../../shared/agent/agents.ts';

/** What this agent and the others that run can do. */
export type Able = { id: string; mine: Capabilities; others: readonly Capabilities[] };

/**
 * Whose turn a job for these accounts is, whose browser sessions are needed: see Job.share. Where no agent can do it,
 * this one says why.
 */
export function shareOfAccounts(accounts: readonly string[], able: Able): string | null {
  const here = accounts.filter((account) => signedIn(able.mine).includes(account));
  const elsewhere = accounts.filter((account) => warmedUpElsewhere(able).includes(account));
  if (elsewhere.length === 0) return '';
  return here.length === 0 ? null : ` by ${able.id.slice(0, 8)}`;
}

/** Whose turn writing is: an agent where nothing is chosen leaves it to one with a model of its own. */
export function shareOfWriting(writer: { hasProvider: boolean }, { others }: Able): string | null {
  return !writer.hasProvider && others.some(({ localModel }) => localModel !== null) ? null : '';
}

/** Whose turn a script is: an agent that may not run it leaves it to another that has a browser. */
export function shareOfScript(mayRun: boolean, { others }: Able): string | null {
  return !mayRun && others.some(({ browser }) => browser) ? null : '';
}

/** The accounts that are signed in on another agent that runs, and not on this one. */
export function warmedUpElsewhere({ mine, others }: Able): string[] {
  const here = signedIn(mine);
  return [...new Set(others.flatMap(signedIn))].filter((account) => !here.includes(account));
}

function signedIn({ browser, sessions }: Capabilities): readonly string[] {
  return browser ? sessions : [];
}
