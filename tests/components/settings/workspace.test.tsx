import { screen, waitFor } from '@testing-library/dom';
import { afterAll, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';
import { says } from '../../helpers/component/app.tsx';
import { settingsInDocument } from '../../helpers/component/settings.tsx';

let project: TestAgent | undefined;
afterAll(() => project?.close());
const app = settingsInDocument();
const { openWith, press, fill } = app;

it('says where the data is, links to a project, and says what to do next', async () => {
  project = await startTestAgent();
  const member = await project.addMember('owner@example.com');
  await openWith({}, 'workspace');
  await says('Where your data is', 'On this machine.', 'local-agent link --new');
  await press('Link your Supabase project');
  await fill('Project address', project.url);
  await fill('Publishable key', 'sb_secret_x');
  await fill('E-mail address', member.email);
  await fill('Password', 'not this');
  await press('Link', { inside: await screen.findByRole('dialog') });
  await says('Failed to link: This is a secret (or service role) key');
  await fill('Publishable key', project.agent.connection.publishableKey);
  await press('Link', { inside: screen.getByRole('dialog') });
  await says('does not accept this e-mail address with this password');
  await fill('Password', member.password);
  await press('Link', { inside: screen.getByRole('dialog') });
  await says('Stop the agent and start it again');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
