import { describe, expect, it } from 'vitest';
import { type DeliverySummary, situationOf } from '@/domain/publishing/deliveries.ts';

const DELIVERY: DeliverySummary = {
  id: '',
  platform: 'mastodon',
  account_id: null,
  account_label: null,
  state: 'pending',
  waits_for: null,
  by_hand: false,
  remote_url: null,
  error_class: null,
  error_text: null,
  retry_after: null,
  held_id: null,
  held_until: null,
};
const RETRY = { retry_after: '2031-01-16T10:00:00Z' };
const MOVING = { isPaused: false, isAccountPaused: false };

describe('the situation of a delivery', () => {
  it.each<[Partial<DeliverySummary>, string]>([
    [{}, 'queued'],
    [{ ...RETRY, error_class: 'transient' }, 'retrying'],
    [{ ...RETRY, error_class: 'rate_limit' }, 'limited'],
    [{ state: 'publishing' }, 'publishing'],
    [{ state: 'published' }, 'published'],
    [{ state: 'published', by_hand: true }, 'marked'],
    [{ state: 'waiting', waits_for: 'by_hand' }, 'by_hand'],
    [{ state: 'waiting', waits_for: 'late' }, 'late'],
    [{ state: 'waiting', waits_for: 'reconnect' }, 'reconnect'],
    [{ state: 'needs_review' }, 'in_doubt'],
    [{ state: 'failed', error_class: 'unknown' }, 'in_doubt'],
    [{ state: 'failed', error_class: 'auth' }, 'signed_out'],
    [{ state: 'failed', error_class: 'rejected' }, 'rejected'],
    [{ state: 'failed', error_class: 'transient' }, 'failed'],
  ])('%j is %s', (row, situation) => {
    expect(situationOf({ ...DELIVERY, ...row }, MOVING)).toBe(situation);
  });

  it('is paused where nothing goes out, whatever it waits for; what has begun goes on', () => {
    const paused = { isPaused: true, isAccountPaused: true };
    expect(situationOf({ ...DELIVERY, ...RETRY }, paused)).toBe('paused');
    expect(situationOf(DELIVERY, { ...paused, isPaused: false })).toBe('account_paused');
    expect(situationOf({ ...DELIVERY, state: 'publishing' }, paused)).toBe('publishing');
  });
});
