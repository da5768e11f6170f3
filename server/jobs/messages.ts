/** What people read of how a run ended that did not end by itself. */
export const STOPPED_BY_HAND = 'Stopped by hand.';
export const SWITCHED_OFF = 'Stopped because it was switched off.';
export const AGENT_STOPPED = 'The agent was stopped before it was done. It goes on when the agent runs again.';
export const AGENT_ENDED_HAND_RUN = 'The agent was stopped before it was done.';
export const UNEXPECTED = 'Something unexpected went wrong. The agent’s log has the details.';
export const LOST = 'Another agent has taken this run over.';

export const noSuchJob = (name: string, names: readonly string[]) =>
  `There is no job "${name}". There are: ${names.join(', ')}.`;
export const alreadyRunning = (name: string) =>
  `The job ${name} is running already. Wait until it is done, or stop it.`;
export const notRunningHere = (name: string) => `The job ${name} is not running on this agent.`;
