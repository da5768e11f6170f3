import { describe, expect, it } from 'vitest';
import {
  shareOfAccounts,
  shareOfScript,
  shareOfWriting,
  warmedUpElsewhere,
} from '../../../../server/features/agents/shares.ts';

const NOTHING = { logins: [], browser: false, screen: false, localModel: null, alwaysOn: false };
const able = (mine: string[], ...others: string[][]) => ({
  id: '01234567-89ab-4cde-8f01-23456789abcd',
  mine: { ...NOTHING, sessions: mine, browser: mine.length > 0 },
  others: others.map((sessions) => ({ ...NOTHING, sessions, browser: true })),
});

describe('whose turn a job is among several agents', () => {
  it.each([
    ['alone', able([]), ''],
    ['nobody is signed in', able([], []), ''],
    ['all here', able(['a', 'b'], ['a']), ''],
    ['only elsewhere', able([], ['a']), null],
    ['some each', able(['a'], ['b']), ' by 01234567'],
    ['an account that is not asked for', able(['a', 'b'], ['c']), ''],
  ])('warm-ups: %s', (_, given, share) => expect(shareOfAccounts(['a', 'b'], given)).toBe(share));

  it('leaves accounts to the agent on which they are signed in', () =>
    expect(warmedUpElsewhere(able(['a'], ['a', 'b'], ['b', 'c']))).toEqual(['b', 'c']));

  it('writing goes to the agent with a model where none is chosen here', () => {
    const other = { ...able([], []), others: [{ ...NOTHING, sessions: [], localModel: 'ministral' }] };
    expect(shareOfWriting({ hasProvider: false }, other)).toBeNull();
    expect(shareOfWriting({ hasProvider: true }, other)).toBe('');
    expect(shareOfWriting({ hasProvider: false }, able([], []))).toBe('');
  });

  it('a script goes to an agent that may run it', () => {
    expect(shareOfScript(false, able([], []))).toBeNull();
    expect(shareOfScript(true, able([], []))).toBe('');
    expect(shareOfScript(false, able([]))).toBe('');
  });
});
