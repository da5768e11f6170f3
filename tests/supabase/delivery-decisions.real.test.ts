import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OptionValues } from '../../shared/platforms/options.ts';
import type { DeliveryState, SocialAccountsRow } from '../../shared/workspace/database.ts';
import { at, claimsBackend, HOUR_MS } from '../helpers/claims.ts';
import { everyNth } from '../helpers/depth.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);
const { open, claim, begin, finish, retry, cancel, mark, unmark } = rows;

const NOBODY = '00000000-0000-0000-0000-000000000000';
const STATES = [
  ...(['pending', 'preparing', 'publishing', 'waiting'] as const),
  ...(['published', 'failed', 'needs_review', 'cancelled'] as const),
];

let agent: string;
let account: SocialAccountsRow;
let post: string;
beforeEach(async () => {
  await rows.clear();
  agent = randomUUID();
  account = await rows.addAccount(agent);
  post = await rows.addPost();
});

/** A delivery in a state, which it reached through the normal actions of agents and users. */
async function deliveryThatIs(state: DeliveryState): Promise<string> {
  await open();
  const owner = randomUUID();
  const id = String((await rows.deliveries(post))[0]?.id);
  if (state === 'cancelled') await cancel(id);
  if (['pending', 'cancelled'].includes(state)) return id;
  await claim(agent, owner, 1, new Date().toISOString());
  if (state === 'preparing') return id;
  await begin(id, owner, new Date().toISOString());
  if (state === 'publishing') return id;
  await finish(id, owner, state, { waits_for: state === 'waiting' ? 'late' : null });
  return id;
}

describe('a delivery that is', () => {
  const outcome = async (id: string) => [
    (await rows.delivery(id)).state,
    (await rows.post(post)).status,
    ((await rows.post(post)) as { generated_content: { status: string } }).generated_content.status,
  ];
  type Decision = (id: string) => Promise<string>;
  const needsPerson: DeliveryState[] = ['waiting', 'failed', 'needs_review'];
  const inTimeline: DeliveryState[] = ['pending', 'preparing', 'waiting'];
  const url = 'https://x.example/1';

  it.each<[what: string, decide: Decision, may: DeliveryState[], after: string[]]>([
    ['started again if it is not under way and not over', retry, needsPerson, ['pending', 'publishing', 'scheduled']],
    [
      'cancelled if it is not being published and not over',
      cancel,
      [...inTimeline, 'failed', 'needs_review'],
      ['cancelled', 'cancelled', 'draft'],
    ],
    [
      'said to be published by a person whom it needs',
      (id) => mark(id, { url }),
      needsPerson,
      ['published', 'published', 'published'],
    ],
    [
      'cancelled with its post unless the call may have been made',
      () => rows.cancelPost(post),
      inTimeline,
      ['cancelled', 'cancelled', 'draft'],
    ],
  ])('%s', async (_, decide, may, after) => {
    for (const state of everyNth(STATES, 2)) {
      post = await rows.addPost();
      const id = await deliveryThatIs(state);
      const before = await outcome(id);
      const answer = await decide(id);
      expect([state, await outcome(id)]).toEqual([state, may.includes(state) ? after : before]);
      if (may.includes(state)) expect(answer).toBe('done');
      else expect(before).toContain(answer);
      await rows.clear();
      account = await rows.addAccount(agent);
    }
  });

  it.each(everyNth(STATES, 2, 1))(
    '%s is what it was once the mark is taken back, and no agent takes it',
    async (state) => {
      const id = await deliveryThatIs(state);
      const [outcomeBefore, { marks: _marks, updated_at: _at, ...before }] = [
        await outcome(id),
        await rows.delivery(id),
      ];
      const isMarked = (await mark(id, { url })) === 'done';
      if (isMarked) expect(await rows.delivery(id)).toMatchObject({ by_hand: true, remote_url: url });
      expect(await unmark(id)).toBe(isMarked ? 'done' : 'not_marked');
      expect(await outcome(id)).toEqual(outcomeBefore);
      const { marks, ...after } = await rows.delivery(id);
      expect(after).toMatchObject(before);
      const journal = (marks ?? []).map(({ at, undone_at }) => [at, undone_at].map((time) => Date.parse(time ?? '')));
      expect(journal).toEqual(isMarked ? [[Date.parse(at()), Date.parse(at())]] : []);
      if (isMarked) expect(await claim(agent, randomUUID())).toEqual([]);
    },
  );
});

describe('a person', () => {
  it('marks what was lost while it was being published, and its owner is too late', async () => {
    await open();
    const owner = randomUUID();
    const [delivery] = await claim(agent, owner);
    await begin(delivery?.id, owner);
    expect(await mark(delivery?.id, { at: at(60_000) })).toBe('publishing');
    expect(await mark(delivery?.id, { at: at(60_001) })).toBe('done');
    expect(await finish(delivery?.id, owner, 'failed')).toBe(false);
    // The delivery is then in doubt, because its owner may have sent it.
    expect(await unmark(delivery?.id, at(60_002))).toBe('done');
    expect(await rows.delivery(delivery?.id)).toMatchObject({ state: 'needs_review', error_class: 'unknown' });
  });

  it('takes a mark back within an hour, while the account is there, to what the account can do then', async () => {
    const id = await deliveryThatIs('waiting');
    const HOUR = 3_600_000;
    expect([await mark(id), await unmark(id, at(HOUR + 1))]).toEqual(['done', 'too_late']);
    await rows.disconnect(account);
    expect(await unmark(id, at(HOUR))).toBe('done');
    expect(await rows.delivery(id)).toMatchObject({ state: 'waiting', waits_for: 'by_hand' });
    expect(await mark(id)).toBe('done');
    await claims.member.from('social_accounts').delete().eq('id', account.id).throwOnError();
    expect(await unmark(id)).toBe('too_late');
  });

  it('cannot start what no channel can send, and waits with what must be connected again', async () => {
    const id = await deliveryThatIs('failed');
    await rows.connect(account, agent, { state: 'reconnect' });
    expect(await retry(id)).toBe('done');
    expect(await rows.delivery(id)).toMatchObject({ state: 'waiting', waits_for: 'reconnect' });
    await rows.connect(account, agent);
    expect(await rows.delivery(id)).toMatchObject({ state: 'pending', waits_for: null });
    await rows.disconnect(account);
    expect(await retry(id)).toBe('no_channel');
    expect(await rows.delivery(id)).toMatchObject({ state: 'waiting', waits_for: 'by_hand' });
  });

  it('sends as it is now what was surely not published, and as it was what may have been', async () => {
    for (const [state, error_class, parts, kept] of [
      ['failed', 'rejected', null, false],
      ['failed', 'unknown', null, true],
      ['needs_review', null, null, true],
      ['failed', 'transient', [{ remoteId: '1', url: 'https://x.example/1' }], true],
    ] as const) {
      post = await rows.addPost();
      await open();
      const owner = randomUUID();
      const [delivery] = await claim(agent, owner);
      await begin(delivery?.id, owner);
      await finish(delivery?.id, owner, state, { error_class, parts });
      expect(await retry(delivery?.id)).toBe('done');
      expect((await rows.delivery(delivery?.id)).outgoing !== null, `${state} ${error_class}`).toBe(kept);
      await cancel(delivery?.id);
    }
  });

  it('publishes a scheduled post at once, and only that', async () => {
    const later = await rows.addPost(['twitter'], { time: at(HOUR_MS) });
    const publish = (id: string) => claims.call('publish_post', { post: id, at: at() });
    expect([await publish(later), await open(), await publish(later), await publish(NOBODY)]).toEqual([
      'done',
      2,
      'publishing',
      'gone',
    ]);
  });

  it('is told what is gone', async () => {
    const answers = [retry, cancel, mark, unmark, rows.cancelPost].map((decide) => decide(NOBODY));
    expect(await Promise.all(answers)).toEqual(['gone', 'gone', 'gone', 'gone', 'gone']);
  });
});

describe('content', () => {
  const change = async (content: string, row: object) =>
    (await claims.member.from('generated_content').update(row).eq('id', content)).error?.code ?? 'done';

  it('cannot be changed while it is being published, in what is sent; the rest can', async () => {
    await open();
    const { content_id } = await rows.post(post);
    const sent = [
      { caption: 'B' },
      { hashtags: ['b'] },
      { platforms: [] },
      { account_ids: [account.id] },
      { media: [{}] },
    ];
    for (const row of sent) expect(await change(content_id, row)).toBe('55006');
    for (const row of [{ status: 'failed' }, { saved_at: at() }, { caption: 'A loaf' }]) {
      expect(await change(content_id, row)).toBe('done');
    }
    await cancel((await rows.deliveries(post))[0]?.id);
    for (const row of sent) expect(await change(content_id, row)).toBe('done');
  });

  it('of two places follows both, and the latest when both are over', async () => {
    const { content_id } = await rows.post(post);
    const second = await rows.addPost([], { content: content_id, time: at(HOUR_MS) });
    const status = async () => (await rows.post(post)) as unknown as { generated_content: { status: string } };
    const of = async (id: string, state: DeliveryState, when: string) => {
      await open(when);
      const owner = randomUUID();
      for (const row of await claim(agent, owner, 9, when)) await finish(row.id, owner, state);
      return [(await rows.post(id)).status, (await status()).generated_content.status];
    };
    expect(await of(post, 'published', at())).toEqual(['published', 'scheduled']);
    expect(await rows.cancelPost(second)).toBe('done');
    expect((await status()).generated_content, 'was published').toEqual({ status: 'published', saved_at: null });
    expect(await rows.restorePost(second, at(HOUR_MS))).toBe('done');
    expect((await status()).generated_content.status).toBe('scheduled');
    expect(await of(second, 'failed', at(HOUR_MS))).toEqual(['failed', 'failed']);
    await mark((await rows.deliveries(second))[0]?.id);
    expect((await status()).generated_content.status).toBe('published');
  });
});

describe('a channel', () => {
  const seen = async () => (await rows.deliveries(post)).map(({ state, waits_for }) => waits_for ?? state);

  it('that must be connected again keeps its deliveries back, and starts them when it is', async () => {
    await open();
    await rows.connect(account, agent, { state: 'reconnect' });
    expect([await seen(), (await rows.post(post)).status]).toEqual([['reconnect'], 'needs_review']);
    await rows.connect(account, agent);
    expect([await seen(), (await rows.post(post)).status]).toEqual([['pending'], 'publishing']);
    expect(
      (await rows.deliveries(post)).map(({ asked_at }) => asked_at),
      'nobody has asked for it',
    ).toEqual([null]);
    await claim(agent, randomUUID());
    await rows.connect(account, agent, { state: 'reconnect' });
    expect(await seen(), 'its owner ends it').toEqual(['preparing']);
    await open(at(HOUR_MS));
    expect(await seen(), 'its owner went silent').toEqual(['reconnect']);
  });

  it('that was connected again while its old login was refused has its delivery started again', async () => {
    await open();
    const owner = randomUUID();
    const [delivery] = await claim(agent, owner);
    await rows.connect(account, agent);
    const refused = { waits_for: 'reconnect', error_class: 'auth' };
    expect(await finish(delivery?.id, owner, 'waiting', refused)).toBe(true);
    expect([await seen(), (await rows.post(post)).status]).toEqual([['pending'], 'publishing']);
  });

  it('that is disconnected leaves its deliveries to the person', async () => {
    await open();
    const owner = randomUUID();
    const [delivery] = await claim(agent, owner);
    await rows.disconnect(account);
    expect([await seen(), (await rows.post(post)).status]).toEqual([['by_hand'], 'needs_review']);
    expect(await begin(delivery?.id, owner)).toBe(false);
    await rows.connect(account, agent);
    expect(await seen(), 'the person may be at it').toEqual(['by_hand']);
    expect(await retry(delivery?.id)).toBe('done');
  });
});

describe('a post is checked again', () => {
  const checked = (id: string) =>
    claims.member.from('scheduled_posts').update({ checked_at: at() }).eq('id', id).throwOnError();
  const soon = () => new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const late = () => new Date(Date.now() + 40 * 24 * HOUR_MS).toISOString();
  const isChecked = async (id: string) => (await rows.post(id)).checked_at !== null;

  it('when it moves, comes back or changes, and not for its status', async () => {
    post = await rows.addPost(['twitter'], { time: soon() });
    const { content_id } = await rows.post(post);
    const content = (row: object) =>
      claims.member.from('generated_content').update(row).eq('id', content_id).throwOnError();
    const place = (row: object) => claims.member.from('scheduled_posts').update(row).eq('id', post).throwOnError();
    for (const [change, stays] of [
      [() => place({ scheduled_time: late() }), false],
      [() => content({ caption: 'B' }), false],
      [() => content({ saved_at: at() }), true],
      [() => place({ problems: [] }), true],
      [() => rows.cancelPost(post), true],
      [() => rows.restorePost(post, soon()), false],
    ] as const) {
      await checked(post);
      await change();
      expect(await isChecked(post), String(change)).toBe(stays);
    }
    await checked(post);
    await claims.call('delete_content', { content: content_id });
    await claims.call('restore_content', { content: content_id });
    expect(await isChecked(post)).toBe(false);
  });

  it('when a channel of its platform comes, changes or goes, or the defaults of an account, within a month', async () => {
    const places = [
      await rows.addPost(['twitter'], { time: soon() }),
      await rows.addPost(['twitter'], { time: late() }),
      await rows.addPost(['linkedin'], { time: soon() }),
    ];
    const defaults = (posting_defaults: OptionValues) =>
      claims.member.from('social_accounts').update({ posting_defaults }).eq('id', account.id).throwOnError();
    for (const [change, first] of [
      [() => rows.connect(account, agent, { limits: { pictures: 2 } }), false],
      [() => rows.connect(account, agent, { limits: { pictures: 2 }, is_paused: true }), true],
      [() => rows.connect(account, agent, { limits: {}, state: 'reconnect' }), false],
      [() => rows.disconnect(account), false],
      [() => rows.connect(account, agent), false],
      [() => defaults({ reply: 'none' }), false],
      [() => defaults({ reply: 'none' }), true],
      [() => rows.remove(account), false],
    ] as const) {
      await Promise.all(places.map(checked));
      await change();
      expect(await Promise.all(places.map(isChecked)), String(change)).toEqual([first, true, true]);
    }
  });
});
