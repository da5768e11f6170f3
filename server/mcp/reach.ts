import type { Api } from '../agent-client/api.ts';

/** The agent API during one call of a tool. */
export type Reach = {
  api: Api;
  /** Whether an agent is running. Otherwise no scheduled post is published. */
  isRunning: boolean;
};

/** Runs `work` with the agent API, and closes it afterwards. */
export type WithReach = <T>(work: (reach: Reach) => Promise<T>) => Promise<T>;
