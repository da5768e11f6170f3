import { constants, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountReleasePath } from '../../../../shared/accounts/accounts.ts';
import { WARMUP_RUNS_PATH, WARMUP_START_PATH, warmupStatusPath } from '../../../../shared/accounts/warmup.ts';
import { NOTIFICATIONS_PATH } from '../../../../shared/agent/notifications.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';
import { accountsTable, hoursAgo } from '../../../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { isFull } from '../../../helpers/depth.ts';
import { fastClock } from '../../../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../../../helpers/instagram/imitation.ts';
import { addLoggedIn } from '../../../helpers/logged-in-account.ts';
import { type StandInDesktop, standInDesktop } from '../../../helpers/stand-in-desktop.ts';

let agent: TestAgent;
let instagram: Instagram;
let desktop: StandInDesktop;

beforeAll(async () => {
  [instagram, desktop] = await Promise.all([startInstagram(), standInDesktop()]);
  agent = await startTestAgent(
    { instagramUrl: instagram.origin },
    { warmup: { clock: fastClock(), patienceMs: 4_000 }, desktop: desktop.desktop, timeZone: 'UTC' },
  );
});
beforeEach(() => instagram.reset());
afterAll(async () => {
  await agent?.close();
  await Promise.all([instagram?.close(), desktop?.remove()]);
});

/** Warms a new account up until Instagram stops it. */
async function hold(
  account_label: string,
  by: 'too_many_requests' | 'bare_429' = 'too_many_requests',
): Promise<SocialAccountsRow> {
  instagram.set({ stop: { by, after: 0 } });
  const { id } = await addLoggedIn(agent, instagram, { account_label });
  expect((await agent.call(WARMUP_START_PATH, { body: { accountId: id } })).status).toBe(202);
  await (await agent.call(warmupStatusPath(id), { headers: { accept: 'text/event-stream' } })).text();
  return rowOf(id);
}

/** Red, green and blue of a PNG's first pixel, which no row filter changes. */
function firstPixel(png: Buffer): number[] {
  const start = png.indexOf('IDAT');
  const length = png.readUInt32BE(start - 4);
  const rows = inflateSync(png.subarray(start + 4, start + 4 + length), { finishFlush: constants.Z_SYNC_FLUSH });
  return [...rows.subarray(1, 4)];
}

const table = () => accountsTable(agent.admin);
const rowOf = async (id: string) =>
  (await agent.admin.from('social_accounts').select('*').eq('id', id).single().throwOnError()).data;
const release = (id: string) => agent.call(accountReleasePath(id), { method: 'POST' });
const titles = async () => (await desktop.shown()).map((args) => args[2]);

describe('an account that Instagram stops', () => {
  it('is told in a tab while one listens, and on the desktop otherwise', async () => {
    const leave = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const { body } = await agent.call(NOTIFICATIONS_PATH, { headers, signal: leave.signal });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    await hold('IG_Tab');
    let text = '';
    while (!text.includes('event: notification')) text += (await reader?.read())?.value ?? '';
    expect(text).toContain('"title":"IG_Tab needs you"');
    expect(text).toContain('"path":"/accounts"');
    leave.abort();
    await hold('IG_Left');
    await vi.waitUntil(async () => (await titles()).includes('IG_Left needs you'), { timeout: 20_000 });
    expect(await titles()).not.toContain('IG_Tab needs you');
    const words = (await desktop.shown()).flat().join(' ');
    expect(words).toContain('Instagram stopped its warm-up.');
    expect(words).not.toContain(instagram.origin);
  });

  it.runIf(isFull)('is not told where that is switched off', async () => {
    const set = (desktop_notifications: boolean) =>
      agent.admin.from('app_settings').update({ desktop_notifications }).not('id', 'is', null).throwOnError();
    await set(false);
    await hold('IG_Silent');
    // The setting is read once a hold is stored: by the end of the next one it was, for the first.
    await hold('IG_Silent_Too');
    await set(true);
    await hold('IG_Loud');
    await vi.waitUntil(async () => (await titles()).includes('IG_Loud needs you'), { timeout: 20_000 });
    expect(await titles()).not.toContain('IG_Silent needs you');
  });
});

describe('a hold after too many requests', () => {
  it('is lifted by the person once the account has rested for two days, and not before', async () => {
    const { id, warmup_held_reason, warmup_held_at: heldAt } = await hold('IG_Resting', 'bare_429');
    expect(warmup_held_reason).toBe('rate_limited');
    // Of the page where all of it is a bare 429.
    const [run] = await (await agent.call(`${WARMUP_RUNS_PATH}?accountId=${id}&limit=1`)).json();
    expect(run).toMatchObject({ status: 'failed', reason: 'rate_limited', hasScreenshot: true });
    const picture = await (await agent.call(`${WARMUP_RUNS_PATH}/${run.id}/screenshot`)).arrayBuffer();
    expect(firstPixel(Buffer.from(picture))).toEqual([200, 0, 0]);

    expect(Date.now() - Date.parse(heldAt ?? '')).toBeLessThan(60_000);
    const early = await release(id);
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(47 * 3600);
    expect(await early.text()).toMatch(/rests for 2 days .* can lift the hold from \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(await rowOf(id)).toMatchObject({ warmup_held_reason: 'rate_limited' });

    await table().change(id, { warmup_held_at: hoursAgo(48) });
    const done = await release(id);
    expect([done.status, await done.json()]).toMatchObject([200, { label: 'IG_Resting', warmupHeldReason: null }]);
    expect(await rowOf(id)).toMatchObject({ warmup_held_reason: null, warmup_held_at: null });
    expect((await release(id)).status, 'nothing is held any more').toBe(409);
  });

  it('begins its rest anew with another visit that fails', async () => {
    const resting = { warmup_held_reason: 'rate_limited', warmup_held_at: hoursAgo(60) };
    const { id } = await addLoggedIn(agent, instagram, { account_label: 'IG_Again', ...resting });
    instagram.set({ stop: { by: 'too_many_requests', after: 0 } });
    await agent.call(WARMUP_START_PATH, { body: { accountId: id } });
    await (await agent.call(warmupStatusPath(id), { headers: { accept: 'text/event-stream' } })).text();
    expect((await release(id)).status).toBe(429);
  });

  it('of another kind needs a log-in, however long ago it began', async () => {
    const held = { account_label: 'IG_Asked', warmup_held_reason: 'challenge', warmup_held_at: hoursAgo(1000) };
    const { id } = await table().insert(held);
    const refused = await release(id);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Only logging in again')]);
    expect((await release(crypto.randomUUID())).status).toBe(404);
  });
});
