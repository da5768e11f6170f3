import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { workspaceOf } from '../../../../../server/features/accounts/feature.ts';
import { savedChannels } from '../../../../../server/features/publishing/channels/saved-channels.ts';
import { openVault } from '../../../../../server/features/publishing/channels/vault.ts';
import {
  type Connected,
  PublishError,
  type Publisher,
  type Session,
} from '../../../../../server/features/publishing/publisher.ts';
import { publishersFor } from '../../../../../server/features/publishing/publishers.ts';
import type { Notification } from '../../../../../shared/agent/notifications.ts';
import type { Platform } from '../../../../../shared/posts/platforms.ts';
import type { PlatformApiSettings } from '../../../../../shared/publishing/platform-apis.ts';
import { channelPath } from '../../../../helpers/agent-paths.ts';
import { channelsAgent } from '../../../../helpers/channels.ts';
import { NO_KEYCHAIN } from '../../../../helpers/no-keychain.ts';

const its = channelsAgent();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const rows = async () => (await its.agent.admin.from('channels').select('*').throwOnError()).data;
const checks = () => its.pds.called().filter((method) => method === 'getSession').length;

/** The channels feature with a controllable clock, and the notifications that it sends. */
async function watched(publishers: readonly Publisher[] = publishersFor(), apis: PlatformApiSettings = {}) {
  const told: Notification[] = [];
  const clock = { now: Date.now() };
  const feature = await its.openAgain({
    publishers,
    apis,
    notify: async (notification) => void told.push(notification),
    now: () => new Date(clock.now),
  });
  return { told, clock, feature, checkDue: () => feature.checkDue(its.agent.admin, new Date(clock.now)) };
}

/** All publishers; a check of `platform` returns `answer()`, or throws what it throws. */
const checking = (platform: Platform, answer: () => Partial<Connected>) =>
  publishersFor().map((one): Publisher => {
    if (one.platform !== platform) return one;
    const open: Publisher['open'] = (...given) => {
      if (platform === 'linkedin') return { check: async () => answer() } as Session;
      const session = one.open(...given);
      return { ...session, check: async () => ({ ...(await session.check()), ...answer() }) };
    };
    return { ...one, open };
  });
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe('the checks that come by themselves', () => {
  it('come once a day, and tell the person once where an account must be connected again', async () => {
    const account = await its.addConnected('bluesky');
    const { told, clock, checkDue } = await watched();
    const before = checks();
    await checkDue();
    clock.now += 23 * HOUR_MS;
    await checkDue();
    expect(checks()).toBe(before);
    clock.now += HOUR_MS;
    await checkDue();
    expect(checks()).toBe(before + 1);
    expect(told).toEqual([]);
    its.pds.account.status = 'suspended';
    for (let day = 0; day < 3; day += 1) {
      clock.now += DAY_MS;
      await checkDue();
    }
    expect(told).toEqual([
      { title: 'Connect Ada again', body: expect.stringContaining('suspended'), path: '/accounts' },
    ]);
    expect(await rows()).toMatchObject([{ account_id: account.id, state: 'reconnect' }]);
    its.pds.account.status = null;
    clock.now += DAY_MS;
    await checkDue();
    expect(await rows()).toMatchObject([{ state: 'ready', problem: null }]);
  });

  it('leave a platform that does not answer alone for an hour, and one channel’s trouble to itself', async () => {
    await its.addConnected('bluesky');
    await its.addConnected('mastodon', 'Grace');
    const { told, clock, checkDue } = await watched();
    clock.now += 2 * DAY_MS;
    const fault = () => its.pds.fault('com.atproto.server.getSession', (request) => void request.socket.destroy());
    const before = checks();
    fault();
    await checkDue();
    const times = Object.fromEntries((await rows()).map((row) => [row.platform, new Date(row.checked_at).getTime()]));
    expect(times.mastodon).toBe(clock.now);
    expect(times.bluesky).toBeLessThan(clock.now);
    clock.now += HOUR_MS / 2;
    await checkDue();
    expect(checks()).toBe(before + 1);
    clock.now += HOUR_MS / 2;
    await checkDue();
    expect(checks()).toBe(before + 2);
    expect(told).toEqual([]);
  });

  it('remind 7 and 2 days before a login ends, once each whatever is restarted or checked, and look more often then', async () => {
    const { id } = await its.addConnected('mastodon');
    const start = Date.now();
    let expiresAt = inDays(8);
    let asked = 0;
    let isSilent = false;
    const publishers = checking('mastodon', () => {
      asked += 1;
      if (isSilent) throw new PublishError('transient', 'No answer.');
      return { expiresAt };
    });
    const said: string[] = [];
    let { told, clock, checkDue } = await watched(publishers);
    for (const day of [0.75, 1, 1.25, 1.5, 1.75, 5.75, 6, 6.25, 6.5, 7.5, 7.75, 63, 64]) {
      // The reminder comes although the platform does not answer; a renewed login gets its own reminder.
      isSilent = day === 6;
      if (day === 7.75) expiresAt = inDays(70);
      // A manual check at the time of a reminder does not replace it.
      if (day === 1 || day === 6) await its.ask(`${channelPath(id)}/check`, 'POST');
      clock.now = start + day * DAY_MS;
      await checkDue();
      said.push(...told.splice(0).map(({ body }) => body));
      // Simulates a restart of the agent.
      if (day === 1 || day === 6.25) ({ told, clock, checkDue } = await watched(publishers));
    }
    expect(said.map((body) => /in (\d+) days|within a day/.exec(body)?.[0])).toEqual([
      'in 7 days',
      'in 2 days',
      'in 7 days',
    ]);
    // Four checks a day in the last seven days.
    expect(asked).toBeGreaterThan(7);
  });

  it('tell once of a login that is not renewed, show it with the channel, and forget it once it is', async () => {
    await its.addConnected('mastodon');
    const expiresAt = inDays(40);
    let problem: string | null = 'Instagram does not renew this login.';
    const { told, clock, checkDue } = await watched(checking('mastodon', () => ({ expiresAt, problem })));
    for (let day = 0; day < 3; day += 1) {
      clock.now += DAY_MS;
      await checkDue();
    }
    expect(told).toEqual([{ title: 'Connect Ada again soon', body: problem, path: '/accounts' }]);
    expect(await rows()).toMatchObject([{ state: 'ready', problem }]);
    problem = null;
    clock.now += DAY_MS;
    await checkDue();
    expect(await rows()).toMatchObject([{ state: 'ready', problem: null }]);
  });

  it('warn 14, 7, 3 and 1 days before a version of an API ends, for the channels that go out by it', async () => {
    const start = Date.now();
    const { id } = await its.addAccount({ platform: 'linkedin', account_label: 'Grace' });
    await its.addConnected('bluesky');
    const seen = { handle: 'Grace', remoteId: '1', profileUrl: null, server: 'https://x.example', expiresAt: null };
    const at = new Date(start).toISOString();
    const connected = { ...seen, limits: {}, platform: 'linkedin', isPaused: false, connectedAt: at, checkedAt: at };
    const vault = openVault({ dataDir: its.agent.dataDir, workspace: workspaceOf(null), keychain: NO_KEYCHAIN });
    const kept = { connectionId: randomUUID(), connected, secret: {} } as const;
    await savedChannels(vault).write(id, kept as Parameters<ReturnType<typeof savedChannels>['write']>[1]);
    const apis = { linkedin: { endsOn: inDays(17).slice(0, 10) } };
    const publishers = checking('linkedin', () => ({ ...seen, limits: {}, secret: {} }));
    const { told, clock, checkDue, feature } = await watched(publishers, apis);
    await feature.restore(its.agent.admin);
    for (; clock.now < start + 17 * DAY_MS; clock.now += DAY_MS) await checkDue();
    expect(told.map(({ title }) => title)).toEqual([
      'Grace: an API version ends in 14 days',
      'Grace: an API version ends in 7 days',
      'Grace: an API version ends in 3 days',
      'Grace: an API version ends within a day',
    ]);
    expect(told[0]?.body).toContain('set platformApis.linkedin.version to a newer one');
  });
});

describe('an account that came back', () => {
  it('gets its channel again, paused as it was', async () => {
    const account = await its.addConnected('bluesky');
    await its.ask(`${channelPath(account.id)}/pause`, 'POST', { paused: true });
    const [before] = await rows();
    await its.agent.admin.from('social_accounts').delete().eq('id', account.id).throwOnError();
    const { feature } = await watched();
    await feature.restore(its.agent.admin);
    expect(await rows()).toEqual([]);
    await its.agent.admin.from('social_accounts').insert(account).throwOnError();
    await feature.restore(its.agent.admin);
    expect(await rows()).toEqual([{ ...before, figures_due: expect.any(String), answers_due: expect.any(String) }]);
    await feature.restore(its.agent.admin);
    expect((await its.ask('/api/channels')).answer).toHaveLength(1);
  });

  it('has none where another machine connected it since, and its login is forgotten here', async () => {
    const account = await its.addConnected('bluesky');
    await its.agent.admin
      .from('channels')
      .update({ agent_id: randomUUID(), connected_at: new Date().toISOString() })
      .eq('account_id', account.id)
      .throwOnError();
    const { feature } = await watched();
    expect(await feature.kept.accounts()).toContain(account.id);
    await feature.restore(its.agent.admin);
    expect(await feature.kept.accounts()).not.toContain(account.id);
  });
});

describe('a session for sending', () => {
  const calls = { signal: new AbortController().signal, now: () => new Date(), wait: async () => undefined, send };
  async function send(): Promise<never> {
    throw new PublishError('transient', 'not asked');
  }

  it('is there for an account whose login is here, and for no other', async () => {
    const account = await its.addConnected('bluesky');
    const { feature } = await watched();
    await feature.openSession(account.id, calls);
    await its.ask(channelPath(account.id), 'DELETE');
    await expect(feature.openSession(account.id, calls)).rejects.toMatchObject({
      name: 'PublishError',
      errorClass: 'auth',
    });
  });

  it('whose login is refused makes the account wait, and tells the person', async () => {
    const account = await its.addConnected('bluesky');
    const { feature, told } = await watched();
    await feature.refuse(account.id, 'Token has been revoked', its.agent.admin);
    await feature.refuse(account.id, 'Token has been revoked', its.agent.admin);
    expect(await rows()).toMatchObject([{ state: 'reconnect', problem: 'Token has been revoked' }]);
    expect(told).toHaveLength(1);
  });

  it('from before the account was connected again keeps no secret of its own', async () => {
    const account = await its.addConnected('bluesky');
    const keepers: ((secret: unknown) => Promise<void>)[] = [];
    const spying = publishersFor().map(
      (one): Publisher => ({
        ...one,
        open: (secret, given, keepSecret) => {
          keepers.push(keepSecret);
          return one.open(secret, given, keepSecret);
        },
      }),
    );
    const { feature } = await watched(spying);
    await feature.openSession(account.id, calls);
    expect((await its.ask(channelPath(account.id), 'POST', its.blueskyEntry())).status).toBe(200);
    await expect(keepers[0]?.({ old: 'secret' })).rejects.toMatchObject({ errorClass: 'transient' });
    expect((await its.ask(`${channelPath(account.id)}/check`, 'POST')).answer).toMatchObject({ state: 'ready' });
  });
});
