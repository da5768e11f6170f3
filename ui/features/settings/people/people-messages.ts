import type { McpScope } from '../../../../shared/agent/mcp-tokens.ts';

export const membersMessages = {
  title: 'Members',
  description:
    'Members make, schedule and publish posts. Only an owner connects accounts, sets AI keys and adds people. Scripts run on this machine with the permissions of its user, so an owner decides who may run them.',
  loading: 'Loading members...',
  loadFailed: 'Failed to load members',
  owner: 'Owner',
  you: '(you)',
  mayRun: 'May run scripts',
  runs: 'Can run scripts',
  runsNone: 'Cannot run scripts',
  mayRunOf: (email: string) => `${email} may run scripts`,
  changed: (email: string, isAllowed: boolean) => `${email} may ${isAllowed ? 'now' : 'no longer'} run scripts`,
  changeFailed: 'Failed to change the member',
  noAddress: 'An account without an address',
  addEmbedded: { words: 'To add someone:', command: 'local-agent users add <email>' },
  addHosted: {
    words: 'To add someone, create the account in Supabase, then run this in its SQL editor:',
    command: "select private.add_member('<email>')",
  },
} as const;

export const assistantsMessages = {
  title: 'Assistants',
  description:
    'A token lets an assistant work with this agent over the Model Context Protocol (the address /mcp), within what you allow it.',
  loading: 'Loading tokens...',
  loadFailed: 'Failed to load the tokens',
  none: 'No tokens yet.',
  scopes: {
    read: { name: 'Read', hint: 'See posts, projects, media and figures. Every token can do this.' },
    draft: { name: 'Draft', hint: 'Write and change drafts, and add media.' },
    publish: { name: 'Publish', hint: 'Schedule, publish and cancel posts, and change projects.' },
    run: { name: 'Run', hint: 'Run saved scripts on this machine.' },
  } satisfies Record<McpScope, { name: string; hint: string }>,
  neverUsed: 'Never used',
  lastUsed: (when: string) => (when === 'now' ? 'Used just now' : `Used ${when}`),
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke: ${name}`,
  revoked: (name: string) => `Revoked ${name}`,
  revokeFailed: 'Failed to revoke the token',
  add: 'New token',
  newTitle: 'New token',
  newDescription: 'Allow it no more than the assistant needs.',
  name: 'Name',
  namePlaceholder: 'Where it is used, such as n8n',
  may: 'It may',
  make: 'Make token',
  making: 'Making...',
  makeFailed: 'Failed to make the token',
  cancel: 'Cancel',
  madeTitle: (name: string) => `Token for ${name}`,
  madeDescription: 'Copy it now: it is not shown again. Anyone who has it can do what you allowed.',
  token: 'Token',
  copy: 'Copy',
  copied: 'Token copied',
  copyFailed: 'Could not copy. Select the token and copy it.',
  done: 'Done',
} as const;

export const revokeQuestion = {
  title: 'Revoke this token?',
  description: (name: string) => `${name} stops working at once, and anything in progress with it ends.`,
  cancel: 'Cancel',
  confirm: 'Revoke',
} as const;
