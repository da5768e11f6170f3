import type { Api } from '../agent-client/api.ts';

/** The agent API as a tool has it for the length of one call. */
export type Reach = {
  api: Api;
  /** Does an agent run by itself? Without one nothing goes out at its time. */
  isRunning: boolean;
};

/** Does work with the agent API, and leaves open what it needs until that is over. */
export type WithReach = <T>(work: (reach: Reach) => Promise<T>) => Promise<T>;
