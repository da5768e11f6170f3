import { fireEvent, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { appInDocument, isAt, SESSION_KEY, says, saysNoMore } from '../helpers/component/app.tsx';
import { spoilSession } from '../helpers/component/session.ts';
import { everyNth } from '../helpers/depth.ts';

/**
 * Each screen that reads something: its item in the sidebar, what it says when that fails, and what it shows when it
 * does not.
 */
const SCREENS = [
  ['Dashboard', '/', 'Posts Scheduled – Not available', 'Posts Scheduled 0'],
  ['Scheduler', '/scheduler', 'Failed to load content', 'No content generated yet'],
  ['Media Library', '/media', 'Could not load media', 'No media assets yet'],
  ['Accounts', '/accounts', 'Error loading accounts', 'No accounts connected yet'],
  ['Scripts', '/scripts', 'Error loading scripts', 'No script selected'],
  ['Content Templates', '/templates', 'Error', 'Motivational Quotes'],
  ['Settings', '/settings', 'Failed to load settings', 'AI Autopilot Mode'],
] as const;

const ENDED = 'Your session has ended. Sign in again to continue.';
const GONE = 'Local Agent is not responding. Reconnecting…';
const SLOW = 'This is taking longer than usual.';
const CREATOR = { 'Niche Name *': 'Night trains', 'Source URL 1 *': 'https://example.com/a', 'Source URL 2 *': 'b' };
/** What the Creator asks for, the sidebar beside it included: after that, no answer says that the session is over. */
const READS = [/status=in\.%28needs_review/, /warmup_held_reason=not\.is\.null/, /\/rest\/v1\/channels\?/];

const app = appInDocument();
const { open, press, fill, fail, hold, letGo, reload, goTo, signIn, hasAnswers } = app;

async function openCreator() {
  await open('/create');
  await says('Create New Content Project');
  await hasAnswers(...READS);
}

async function fillCreator() {
  for (const [label, value] of Object.entries(CREATOR)) await fill(label, value);
  await press('LinkedIn', { role: 'checkbox' });
  // The last that the form asks for.
  await says('LinkedIn: No account Your turn');
}

/** What the Creator's form holds: its text fields, then the chosen platforms. */
const entries = () => [
  ...[...document.querySelectorAll<HTMLInputElement>('form input[data-slot=input]')].map(({ value }) => value),
  ...[...document.querySelectorAll('form [role=checkbox][aria-checked=true]')].map(
    (box) => box.closest('label')?.textContent,
  ),
];
const ENTERED = [...Object.values(CREATOR), 'LinkedIn'];

describe('a session that ends in mid-work', () => {
  it.each(everyNth(SCREENS, 3))('leads from %s to /auth, which says why, and back', async (item, path, _, shown) => {
    await openCreator();
    spoilSession({ refresh: 'refused' });
    await goTo(item);
    await isAt('/auth');
    await says(ENDED, 'Sign in to your account');
    await signIn();
    await isAt(path);
    await says(shown);
  });

  it('keeps what was entered in the Content Creator', async () => {
    await openCreator();
    await fillCreator();
    await fill('Source URL 2 *', 'https://example.com/b');
    spoilSession({ refresh: 'refused' });
    await press('Generate & Schedule');
    await says(`Error ${ENDED}`, 'Sign in to your account');
    await signIn();
    await isAt('/create');
    await says('Create New Content Project');
    expect(entries()).toEqual(ENTERED.with(2, 'https://example.com/b'));
  });

  it('says after a reload that a chosen video has to be chosen again', async () => {
    await openCreator();
    await fillCreator();
    const files = [new File(['<svg/>'], 'icon.svg', { type: 'image/svg+xml' })];
    const input = document.querySelector('input[type=file]');
    if (input) fireEvent.change(input, { target: { files } });
    await says('"icon.svg" is not an MP4 video.');
    reload();
    await says('Your other entries were kept, but you need to choose "icon.svg" again.');
    expect(entries()).toEqual(ENTERED);
  });

  it('shows the sign-in also where its end is said again while that screen still loads', async () => {
    await openCreator();
    spoilSession({ refresh: 'refused' });
    hold(/GET .*\/api\/setup$/);
    await goTo('Accounts');
    await isAt('/auth');
    const [listener, speaker] = [new BroadcastChannel(SESSION_KEY), new BroadcastChannel(SESSION_KEY)];
    const heard = new Promise((resolve) => listener.addEventListener('message', resolve));
    speaker.postMessage({ event: 'SIGNED_OUT', session: null });
    await heard;
    for (const channel of [listener, speaker]) channel.close();
    letGo();
    await says(ENDED, 'Sign in to your account');
  });

  it('that this browser has lost offers the sign-in, too', async () => {
    await openCreator();
    localStorage.clear();
    await goTo('Accounts');
    await isAt('/auth');
    await says(ENDED, 'Sign in to your account');
  });

  it('is noticed when its time is up, too', async () => {
    await openCreator();
    spoilSession({ refresh: 'refused', expired: true });
    await goTo('Accounts');
    await isAt('/auth');
    await says(ENDED);
  });

  it('goes unnoticed while it can be renewed', async () => {
    await openCreator();
    spoilSession({ refresh: 'good' });
    await goTo('Accounts');
    await says('No accounts connected yet');
    await isAt('/accounts');
    await saysNoMore('Error');
  });

  it("keeps nothing for the next person: Logout forgets, and so does another's sign-in", async () => {
    const other = await app.agent.addMember('other@example.com');
    await openCreator();
    await fillCreator();
    spoilSession({ refresh: 'refused' });
    await goTo('Accounts');
    await isAt('/auth');
    await signIn(other);
    await isAt('/accounts');
    await goTo('Content Creator');
    await says('Create New Content Project');
    expect(entries()).toEqual(['', '', '']);

    await fillCreator();
    await press('Logout');
    await isAt('/auth');
    expect(Object.keys(sessionStorage).filter((key) => key.includes('create'))).toEqual([]);
  });
});

it('says quietly that the network is slow, until the answer is there', async () => {
  await openCreator();
  hold(/\/rest\/v1\//);
  await goTo('Accounts');
  await says(SLOW);
  letGo();
  await says('No accounts connected yet');
  await saysNoMore(SLOW);
});

describe('an agent that stops and comes back', () => {
  it('is missed at once where a call has had no answer, and is back without a press', async () => {
    await open('/accounts');
    await says('No accounts connected yet');
    fail(/./, 'no connection');
    await goTo('Media Library');
    await says(GONE, 'Start it in a terminal: npx local-agent start Copy');
    letGo();
    await saysNoMore(GONE);
  });

  it('is missed where nothing is asked; Logout signs out here, and /auth says how to start the agent', async () => {
    await open('/accounts');
    await says('No accounts connected yet');
    fail(/./, 'no connection');
    await says(GONE);
    await press('Logout');
    await isAt('/auth');
    await says('Signed out', 'Local Agent is not responding', 'npx local-agent start');
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    letGo();
    await says('Sign in to your account');
  });

  it.each(everyNth(SCREENS, 2, 1))(
    'is said on %s in the words of §8; trying again goes on',
    async (item, path, failed, shown) => {
      fail(/\/rest\/v1\//, 'no connection');
      await open(path);
      await says(failed);
      letGo();
      // The Dashboard, which has no button, reads again once it is opened again.
      if (item === 'Dashboard') for (const next of ['Accounts', item]) await goTo(next);
      else await press('Try again', { inside: await waitFor(errorState) });
      await says(shown);
    },
  );
});

function errorState(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[data-slot=error-state]');
  if (!found) throw new Error('There is no error state.');
  return found;
}
