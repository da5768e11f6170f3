import { expect, it } from 'vitest';
import { openTestBackend } from '../helpers/embedded.ts';

it('has the suites ask PostgREST', async () => {
  const { connection, close } = await openTestBackend();
  const { inProcessUrl, publishableKey, fetch: send } = connection;
  const answer = await send(`${inProcessUrl}/rest/v1/app_settings`, { headers: { apikey: publishableKey } });
  expect([answer.status, answer.headers.get('server')]).toEqual([401, expect.stringMatching(/^postgrest\//)]);
  await close();
});
