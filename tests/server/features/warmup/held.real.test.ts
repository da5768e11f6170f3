import { constants, inflateSync } from 'node:zlib';
import { afterAll, expect, it, vi } from 'vitest';
import { NOTIFICATIONS_PATH } from '../../../../shared/agent/notifications.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';
import { hoursAgo } from '../../../helpers/accounts-table.ts';
import { accountReleasePath } from '../../../helpers/agent-paths.ts';
import { isFull } from '../../../helpers/depth.ts';
import { ONE_TIME_CODE, type Switches } from '../../../helpers/instagram/switches.ts';
import { standInDesktop } from '../../../helpers/stand-in-desktop.ts';
import { warmupAgent } from '../../../helpers/warmup-agent.ts';

const desktop = await standInDesktop();
const warmup = warmupAgent({ deps: { desktop: desktop.desktop, timeZone: 'UTC' } });
afterAll(() => desktop.remove());

type StopBy = NonNullable<Switches['stop']>['by'];

/** Warms a new account up until Instagram stops it; answers its id and the visit. */
async function hold(account_label: string, by: StopBy, entries: Partial<SocialAccountsRow> = {}) {
  warmup.instagram.set({ stop: { by, after: 0 } });
  const id = await warmup.addAccount({ account_label, ...entries });
  return { id, run: await warmup.whole(id) };
}

/** Red, green and blue of a PNG's first pixel, which no row filter changes. */
function firstPixel(png: Buffer): number[] {
  const start = png.indexOf('IDAT');
  const length = png.readUInt32BE(start - 4);
  const rows = inflateSync(png.subarray(start + 4, start + 4 + length), { finishFlush: constants.Z_SYNC_FLUSH });
  return [...rows.subarray(1, 4)];
}

const release = (id: string) => warmup.test.call(accountReleasePath(id), { method: 'POST' });
const titles = async () => (await desktop.shown()).map((args) => args[2]);

it('an account that Instagram stops is told in a tab while one listens', async () => {
  const leave = new AbortController();
  const headers = { accept: 'text/event-stream' };
  const { body } = await warmup.test.call(NOTIFICATIONS_PATH, { headers, signal: leave.signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const { id, run } = await hold('IG_Tab', 'challenge');
  expect(run).toMatchObject({ status: 'failed', reason: 'challenge', hasScreenshot: true });
  const held = { warmup_held_reason: 'challenge', last_warmup_at: null, is_logged_in: false };
  expect(await warmup.account(id)).toMatchObject(held);
  expect(JSON.stringify(run) + warmup.log).not.toContain(ONE_TIME_CODE);
  let text = '';
  while (!text.includes('event: notification')) text += (await reader?.read())?.value ?? '';
  expect(text).toContain('"title":"IG_Tab needs you"');
  expect(text).toContain('"path":"/accounts"');
  leave.abort();
});

it.runIf(isFull)('an account that Instagram stops is not told where that is switched off', async () => {
  await warmup.setLimits({ desktop_notifications: false });
  await hold('IG_Silent', 'too_many_requests');
  // The setting is read once a hold is stored: by the end of the next one it was, for the first.
  await hold('IG_Silent_Too', 'too_many_requests');
  await warmup.setLimits({ desktop_notifications: true });
  await hold('IG_Loud', 'too_many_requests');
  await vi.waitUntil(async () => (await titles()).includes('IG_Loud needs you'), { timeout: 20_000 });
  expect(await titles()).not.toContain('IG_Silent needs you');
});

it('a hold after too many requests is told on the desktop, begins its rest anew, and is lifted by the person after two days', async () => {
  const resting = { warmup_held_reason: 'rate_limited', warmup_held_at: hoursAgo(60) };
  const { id, run } = await hold('IG_Resting', 'bare_429', resting);
  // Of the page where all of it is a bare 429.
  expect(run).toMatchObject({ status: 'failed', reason: 'rate_limited', hasScreenshot: true });
  expect(firstPixel(Buffer.from(await (await warmup.screenshot(run)).arrayBuffer()))).toEqual([200, 0, 0]);

  await vi.waitUntil(async () => (await titles()).includes('IG_Resting needs you'), { timeout: 20_000 });
  expect(await titles()).not.toContain('IG_Tab needs you');
  const words = (await desktop.shown()).flat().join(' ');
  expect(words).toContain('Instagram stopped its warm-up.');
  expect(words).not.toContain(warmup.instagram.origin);

  const { warmup_held_reason, warmup_held_at: heldAt, is_logged_in } = await warmup.account(id);
  expect([warmup_held_reason, is_logged_in]).toEqual(['rate_limited', true]);
  expect(Date.now() - Date.parse(heldAt ?? '')).toBeLessThan(60_000);
  const early = await release(id);
  expect(early.status).toBe(429);
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(47 * 3600);
  expect(await early.text()).toMatch(/rests for 2 days .* can lift the hold from \d{4}-\d\d-\d\d \d\d:\d\d UTC/);

  await warmup.change(id, { warmup_held_at: hoursAgo(48) });
  const done = await release(id);
  expect([done.status, await done.json()]).toMatchObject([200, { label: 'IG_Resting', warmupHeldReason: null }]);
  expect(await warmup.account(id)).toMatchObject({ warmup_held_reason: null, warmup_held_at: null });
  expect((await release(id)).status, 'nothing is held any more').toBe(409);
});

it('a hold of another kind needs a log-in, however long ago it began', async () => {
  const held = { warmup_held_reason: 'challenge', warmup_held_at: hoursAgo(1000) };
  const refused = await release(await warmup.addAccount({ withSession: false, ...held }));
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Only logging in again')]);
  expect((await release(crypto.randomUUID())).status).toBe(404);
});
