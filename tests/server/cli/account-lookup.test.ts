import { describe, expect, it } from 'vitest';
import { findAccount } from '../../../server/cli/accounts/account-lookup.ts';
import type { Account } from '../../../shared/accounts/accounts.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';

const account = (id: string, platform: Platform, label: string): Account => ({
  id,
  platform,
  label,
  isLoggedIn: false,
  autoWarmup: true,
  warmupStatus: null,
  lastWarmupAt: null,
  warmupHeldReason: null,
  warmupHeldAt: null,
  isEstablished: false,
  rampUpSince: null,
  createdAt: '2026-11-21T00:00:00.000Z',
});
const accounts = [account('1', 'instagram', 'Main'), account('2', 'tiktok', 'main'), account('3', 'twitter', 'a/b')];

describe('an account', () => {
  it('is found by label, id or platform and label, without regard to case', () => {
    expect([findAccount(accounts, 'A/B').id, findAccount(accounts, '2').id]).toEqual(['3', '2']);
    expect(findAccount(accounts, 'TikTok/MAIN').id).toBe('2');
  });

  it('is the one of the platform that is meant where several have the label', () => {
    expect(findAccount(accounts, 'main', 'instagram').id).toBe('1');
    expect(findAccount(accounts, 'a/b', 'instagram').id).toBe('3');
  });

  it('is asked for again where the label says too little', () => {
    expect(() => findAccount(accounts, 'main')).toThrow('Name one with its platform: instagram/main or tiktok/main');
    expect(() => findAccount(accounts, 'other')).toThrow('no account named other');
  });
});
