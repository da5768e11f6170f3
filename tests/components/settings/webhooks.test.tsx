import { screen, waitFor } from '@testing-library/dom';
import { expect, it, onTestFinished } from 'vitest';
import { NEEDS_HTTPS } from '../../../server/features/webhooks/messages.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { settingsInDocument } from '../../helpers/component/settings.tsx';
import { isFull } from '../../helpers/depth.ts';
import { serve } from '../../helpers/loopback.ts';

const app = settingsInDocument();
const { openWith, press, fill } = app;

const dialog = () => screen.findByRole('dialog');

it('adds a webhook with a secret that is shown once, tries it, sends again, and deletes it', async () => {
  let status = 500;
  const { origin, close } = await serve((_, response) => void response.writeHead(status).end('out of paper'));
  onTestFinished(close);
  const url = `${origin}/hook`;
  await openWith({}, 'webhooks');
  await says('No webhooks yet', 'Have a lamp blink');
  await press('New webhook');
  await fill('Name', 'Printer');
  await fill('Address', 'http://93.184.216.34/hook');
  await press('Posts generated', { role: 'checkbox' });
  await press('Add webhook');
  await says(`Failed to add the webhook: ${NEEDS_HTTPS}`);
  await fill('Address', url);
  await press('Add webhook');
  await says('Secret of Printer', 'it is not shown again');
  const secret = (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Signing secret' })).value;
  await press('Done');
  await says('Printer', 'On', url, 'Post published, Post failed, Your turn');
  expect(document.documentElement.outerHTML).not.toContain(secret);

  await press('More for Printer');
  await press('Send a test event', { role: 'menuitem' });
  await says('The event did not arrive', 'Status 500: out of paper');
  await press('Log: Printer');
  await says('Log of Printer', 'Failed', 'Test event');
  await press(/Test event/, { inside: await dialog() });
  await says('Status 500, 1 attempt', 'out of paper', 'This is a test event from Local Agent.');
  status = 200;
  await press('Send again');
  await says('The event arrived', 'Arrived');
  await press('Done');
  await press('More for Printer');
  await press('Delete', { role: 'menuitem' });
  await press('Delete', { inside: await dialog() });
  await says('Deleted Printer', 'No webhooks yet');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.runIf(isFull)('renames a webhook, and gives it another secret', async () => {
  const hook = { url: 'https://tools.example/hook', events: ['post.failed'], agent_id: crypto.randomUUID() };
  const row = { ...hook, name: 'Printer', is_on: true };
  await app.agent.admin.from('webhooks').insert(row).throwOnError();
  await openWith({}, 'webhooks');
  await press('More for Printer');
  await press('Edit', { role: 'menuitem' });
  await fill('Name', 'Label printer');
  await press('Save');
  await says('Webhook saved');
  await press('More for Label printer');
  await press('New secret', { role: 'menuitem' });
  await press('Make new secret');
  await says('Secret of Label printer');
  await press('Done');
});

it('says what needs the owner, and lets members look only', async () => {
  const hook = {
    url: 'https://tools.example/hook',
    events: ['post.failed', 'post.liked'],
    agent_id: crypto.randomUUID(),
  };
  await app.agent.admin
    .from('webhooks')
    .insert([
      { ...hook, name: 'Gone', is_on: false, off_reason: 'gone' },
      { ...hook, name: 'Elsewhere', is_on: true },
    ])
    .throwOnError();
  const member = await app.agent.addMember('ben@example.com');
  await app.open('/settings/webhooks', member);
  await says(
    'Gone',
    'Off',
    'the receiver asked for no more events',
    'Elsewhere',
    'Another machine sends it.',
    'Post failed, post.liked',
  );
  await saysNoMore('New webhook');
  expect(screen.queryByRole('switch')).toBeNull();
  await press('Log: Gone');
  await says('Nothing has been sent yet.');
});
