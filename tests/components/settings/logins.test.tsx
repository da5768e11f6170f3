import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { hurry } from '../../helpers/component/hurry.ts';
import { settingsInDocument } from '../../helpers/component/settings.tsx';
import { isFull } from '../../helpers/depth.ts';
import { SECOND_AGENT, secondAgentBeside } from '../../helpers/second-agent.ts';

const app = settingsInDocument();
const { openWith, press, fill } = app;

const PAIRING_POLL_MS = 1_500;

const dialog = () => screen.findByRole('dialog');
const shownCode = async () =>
  (await screen.findByText(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/, { selector: 'p' })).textContent?.slice(-19) ?? '';

/** Shows a code, with which the second agent joins. Returns the words to compare. */
async function joinWith(second: ReturnType<typeof secondAgentBeside>) {
  await press('Show a code');
  await says('Valid until', 'must work on this workspace', 'Waiting for the other agent');
  const joined = await second.pairings.join(await shownCode(), second.store());
  await says('Does Small server show the same words');
  return joined.state === 'comparing' ? joined.words : [];
}

beforeEach(() => {
  hurry(PAIRING_POLL_MS);
  return openWith({}, 'agents');
});

it('pairs an agent by a code and words, shares a login with it, and takes it away', async () => {
  const { admin } = app.agent;
  const second = secondAgentBeside(app.agent);
  const account = await admin
    .from('social_accounts')
    .insert({ platform: 'mastodon', account_label: 'bakery' })
    .select('id')
    .single()
    .throwOnError();
  await says('Logins', 'No agent is paired with this one');
  await press('Pair an agent');
  const words = await joinWith(second);
  expect(screen.getByRole('list', { name: 'Words to compare' }).textContent).toBe(
    words.map((word, index) => `${index + 1}${word}`).join(''),
  );
  await press('They are the same');
  await says('Paired with Small server', 'You can now share logins');
  await second.pairings.look(second.store());
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await says('Paired with', 'No account is connected for posting yet');

  const here = (await (await app.agent.call('/api/logins')).json()).here.id as string;
  const row = { account_id: account.data.id, platform: 'mastodon', agent_id: here, remote_id: '1' } as const;
  await admin
    .from('channels')
    .insert({ ...row, handle: '@bakery', server: 'https://m.example' })
    .throwOnError();
  await admin
    .from('channel_holders')
    .insert({ account_id: account.data.id, agent_id: SECOND_AGENT, held_at: '2026-11-26T15:00:00Z' })
    .throwOnError();
  await openWith({}, 'agents');
  await says('bakery', '(this agent)', 'Posts', 'Small server', 'Stands by');
  await press('More for bakery');
  await press('Take away from Small server', { role: 'menuitem' });
  await says('Take bakery away from Small server?', 'also revoke the login on the platform');
  await press('Take away', { inside: await dialog() });
  await says('Small server no longer holds the login of bakery', 'Only this agent holds it.');
  await press('More for bakery');
  await press('Share with Small server', { role: 'menuitem' });
  await says('Failed to share the login', 'cannot be read on this machine');
  await press('Undo the pairing with Small server');
  await says('Undo the pairing with Small server?');
  await press('Undo', { inside: await dialog() });
  await says('Small server is no longer paired', 'No agent is paired with this one');
  await saysNoMore('More for bakery');
});

it.runIf(isFull)('pairs nothing by a code of no agent, nor where the words differ', async () => {
  await press('Pair an agent');
  await fill('Code of the other agent', 'ABCD');
  await press('Enter code', { inside: await dialog() });
  await says('This is not a pairing code');
  await joinWith(secondAgentBeside(app.agent));
  await press('They differ');
  await says('Nothing was paired. If you typed the code yourself', 'Start again');
});
