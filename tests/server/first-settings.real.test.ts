import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/workspace/default-settings.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { everyNth } from '../helpers/depth.ts';
import { newWorkspace } from '../helpers/workspace.ts';

let dataDir: string;
let agent: TestAgent | undefined;

beforeEach(async () => {
  dataDir = await newWorkspace();
});
afterEach(async () => {
  await agent?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const settings = async () => (await agent?.admin.from('app_settings').select('*').throwOnError())?.data;

async function openIn(timeZone: string) {
  await agent?.agent.close();
  agent = await startTestAgent({ dataDir }, { timeZone });
}

it('a new workspace begins in the time zone of its machine, and stays in it', async () => {
  await openIn('Asia/Tokyo');
  expect(await settings()).toEqual([expect.objectContaining({ ...DEFAULT_SETTINGS, timezone: 'Asia/Tokyo' })]);
  await openIn('Europe/Berlin');
  expect(await settings()).toEqual([expect.objectContaining({ timezone: 'Asia/Tokyo' })]);
});

it.each(everyNth(['Mars/Olympus', 'GMT-03:00', ''], 3))(
  'and in UTC where the database does not know %j',
  async (zone) => {
    await openIn(zone);
    expect(await settings()).toEqual([expect.objectContaining({ timezone: 'UTC' })]);
  },
);
