import type { LogLevel } from '../../../shared/agent/logs.ts';

export const NO_LINES =
  'No such lines. The agent writes warnings and errors; `local-agent logs --set-level info` makes it write more.';
export const WRONG_SINCE = 'Expected 15m, 2h, 3d, or a time such as 2027-01-31T09:00.';
export const levelIs = (level: LogLevel) =>
  level === 'silent'
    ? 'The agent writes no log.'
    : `The agent writes its log from the level ${level} on, until it ends.`;
