import { describe, expect, it } from 'vitest';
import { type AccountDraft, checkDraft, EMPTY_DRAFT, refusedFields } from '@/features/accounts/account-form.ts';

const draft = (entries: Partial<AccountDraft>): AccountDraft => ({ ...EMPTY_DRAFT, ...entries });

describe('the draft of a new account (§5)', () => {
  it('is taken without the blanks around the label', () => {
    expect(checkDraft(draft({ platform: 'tiktok', label: '  مخبز 🍞 ' }))).toEqual({
      account: { platform: 'tiktok', account_label: 'مخبز 🍞' },
    });
  });

  it.each([
    ['nothing', draft({}), ['platform', 'label']],
    ['an unknown platform, from an older draft', draft({ platform: 'myspace', label: 'Tom' }), ['platform']],
    ['a blank label', draft({ platform: 'instagram', label: ' \t ' }), ['label']],
  ])('misses something with %s', (_, entries, fields) => {
    const checked = checkDraft(entries);
    expect(checked).toMatchObject({ account: null, missing: true });
    expect(Object.keys('problems' in checked ? checked.problems : {})).toEqual(fields);
  });

  it('may have 100 characters, counted as the database counts', () => {
    expect(checkDraft(draft({ platform: 'instagram', label: '🍞'.repeat(100) })).account).not.toBeNull();
    expect(checkDraft(draft({ platform: 'instagram', label: 'x'.repeat(101) }))).toEqual({
      account: null,
      missing: false,
      problems: { label: 'Shorten the label to 100 characters.' },
    });
  });
});

describe('a refusal by the server', () => {
  it('marks the label when it is taken', () => {
    expect(refusedFields(Object.assign(new Error('duplicate key'), { code: '23505' }), 'twitter')).toEqual({
      label: 'Another X/Twitter account already has this label. Choose a different one.',
    });
  });

  it.each([[new Error('no')], [null], ['no']])('marks nothing for %s', (error) => {
    expect(refusedFields(error, 'instagram')).toEqual({});
  });
});
