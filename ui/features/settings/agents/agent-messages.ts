import type { Agent } from '../../../../shared/agent/agents.ts';

export const agentsMessages = {
  title: 'Agents',
  description: 'The machines that work on this workspace. Each does what it can, and everything is done once.',
  loading: 'Loading agents...',
  loadFailed: 'Failed to load the agents',
  thisOne: 'This one',
  states: { running: 'Running', silent: 'Not responding', stopped: 'Stopped' } satisfies Record<Agent['state'], string>,
  lastSeen: (when: string, version: string) => `Last seen ${when} · version ${version}`,
  runsSince: (when: string, version: string) => `Running since ${when} · version ${version}`,
  noLogins: 'Does not post to any account. Connect one in Accounts, on that machine.',
  posts: 'Posts to',
  standsBy: 'Stands by for',
  browser: 'Browser',
  noBrowser: 'No browser: no warm-ups or scripts',
  screen: 'Screen',
  alwaysOn: 'Always on',
  localModel: (model: string) => `Writes with ${model}`,
  signedIn: (count: number) => `${count} ${count === 1 ? 'account' : 'accounts'} signed in`,
  can: 'What it can do',
  menuOf: (name: string) => `More for ${name}`,
  rename: 'Rename',
  remove: 'Remove',
} as const;

export const agentNameMessages = {
  title: 'Rename agent',
  description: 'Shown wherever Local Agent says which agent sends a post.',
  name: 'Name',
  save: 'Save',
  saving: 'Saving...',
  saved: (name: string) => `The agent is now named ${name}`,
  failed: 'Failed to rename the agent',
  cancel: 'Cancel',
} as const;

export const agentRemoval = {
  title: (name: string) => `Remove ${name}?`,
  description:
    'It disappears from this list until it starts again. Accounts that only it can post to must be connected again.',
  cancel: 'Cancel',
  confirm: 'Remove',
  done: (name: string) => `Removed ${name}`,
  failed: 'Failed to remove the agent',
} as const;
