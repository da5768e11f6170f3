import { expect, test } from 'vitest';
import { olderLoginsInWords } from '../../../shared/publishing/older-login.ts';
import type { LoginHolder } from '../../../shared/publishing/shared-logins.ts';

const nas = { agentId: '1', name: 'NAS', isHere: false, isPosting: true, state: 'held' } satisfies LoginHolder;
const mac = {
  agentId: '2',
  name: 'Studio Mac',
  isHere: false,
  isPosting: false,
  state: 'outdated',
} satisfies LoginHolder;

test.each<[string, LoginHolder[], string[]]>([
  ['another agent', [nas, mac], ['Studio Mac has an older login: pair it with NAS, or renew it there. Until then']],
  [
    'this agent',
    [nas, { ...mac, isHere: true }],
    ['This agent has an older login: pair it with NAS, or renew it here.'],
  ],
  ['the poster here', [{ ...nas, isHere: true }, mac], ['Studio Mac has an older login: pair it with this agent, or']],
  ['none', [nas, { ...mac, state: 'held' }], []],
])('an older login of %s', (_, holders, expected) => {
  expect(olderLoginsInWords({ holders })).toEqual(expected.map((words) => expect.stringContaining(words)));
});
