import { fireEvent, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { appInDocument, isAt, SESSION_KEY, says, saysNoMore } from '../helpers/component/app.tsx';
import { hurry } from '../helpers/component/hurry.ts';
import { spoilSession } from '../helpers/component/session.ts';
import { everyNth, isFull } from '../helpers/depth.ts';

/**
 * Three screens with a text that each shows, and how the session ends on the way there: refused by the server, expired
 * by the browser's clock, or deleted in the browser.
 */
const ENDS = [
  ['Media Library', '/media', 'No media assets yet', () => spoilSession()],
  ['Settings', '/settings', 'AI Autopilot Mode', () => spoilSession({ isExpired: true })],
  ['Dashboard', '/', 'Posts Scheduled 0', () => localStorage.clear()],
] as const;

const ENDED = 'Your session has ended. Sign in again to continue.';
const GONE = 'Local Agent is not responding. Reconnecting…';
const SLOW = 'This is taking longer than usual.';
const CREATOR = { 'Niche Name *': 'Night trains', 'Source URL 1 *': 'https://example.com/a', 'Source URL 2 *': 'b' };
/** The Creator's and the sidebar's requests. Once they are answered, no response reveals that the session has ended. */
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
  // The form's last request.
  await says('LinkedIn: No account Your turn');
}

/** The values of the Creator's form: its text fields, then the chosen platforms. */
const entries = () => [
  ...[...document.querySelectorAll<HTMLInputElement>('form input[data-slot=input]')].map(({ value }) => value),
  ...[...document.querySelectorAll('form [role=checkbox][aria-checked=true]')].map(
    (box) => box.closest('label')?.textContent,
  ),
];
const ENTERED = [...Object.values(CREATOR), 'LinkedIn'];

describe('a session that ends in mid-work', () => {
  it('leads from a screen to /auth, which says why, and back', async () => {
    await openCreator();
    for (const [item, path, shown, end] of everyNth(ENDS, ENDS.length)) {
      await hasAnswers(...READS);
      end();
      await goTo(item);
      await isAt('/auth');
      await says(ENDED, 'Sign in to your account');
      await signIn();
      await isAt(path);
      await says(shown);
    }
  });

  it('keeps what was entered in the Content Creator', async () => {
    await openCreator();
    await fillCreator();
    await fill('Source URL 2 *', 'https://example.com/b');
    spoilSession();
    await press('Generate & Schedule');
    await says(`Error ${ENDED}`, 'Sign in to your account');
    await signIn();
    await isAt('/create');
    await says('Create New Content Project');
    expect(entries()).toEqual(ENTERED.with(2, 'https://example.com/b'));
    // A chosen video is not kept and has to be chosen again.
    const files = [new File(['<svg/>'], 'icon.svg', { type: 'image/svg+xml' })];
    const input = document.querySelector('input[type=file]');
    if (input) fireEvent.change(input, { target: { files } });
    await says('"icon.svg" is not an MP4 video.');
    reload();
    await says('Your other entries were kept, but you need to choose "icon.svg" again.');
    expect(entries()).toEqual(ENTERED.with(2, 'https://example.com/b'));
  });

  it.runIf(isFull)('shows the sign-in also where its end is said again while that screen still loads', async () => {
    await openCreator();
    spoilSession();
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

  it('goes unnoticed while it can be renewed', async () => {
    await openCreator();
    spoilSession({ isRenewed: true });
    await goTo('Accounts');
    await says('No accounts connected yet');
    await isAt('/accounts');
    await saysNoMore('Error');
  });

  it('keeps nothing for the next person who signs in', async () => {
    const other = await app.agent.addMember('other@example.com');
    await openCreator();
    await fill('Niche Name *', 'Night trains');
    spoilSession();
    await goTo('Accounts');
    await isAt('/auth');
    await signIn(other);
    await isAt('/accounts');
    await goTo('Content Creator');
    await says('Create New Content Project');
    expect(entries()).toEqual(['', '', '']);
  });

  it.runIf(isFull)('keeps nothing after Logout', async () => {
    await openCreator();
    const kept = () => Object.keys(sessionStorage).filter((key) => key.includes('create'));
    await fill('Niche Name *', 'Night trains');
    await waitFor(() => expect(kept()).not.toEqual([]));
    await press('Logout');
    await isAt('/auth');
    expect(kept()).toEqual([]);
  });
});

it('an agent that is slow or stops is missed, at once or where nothing is asked, and is back without a press', async () => {
  // How often the agent is polled while it is reachable and while it is not, and when a response counts as slow.
  hurry(3000, 2000, 4000);
  await openCreator();
  hold(/\/rest\/v1\//);
  await goTo('Accounts');
  await says(SLOW);
  letGo();
  await says('No accounts connected yet');
  await saysNoMore(SLOW);
  fail(/./, 'no connection');
  await goTo('Media Library');
  await says(GONE, 'Start it in a terminal: npx local-agent start Copy');
  letGo();
  await saysNoMore(GONE);
  fail(/./, 'no connection');
  await says(GONE);
  // Logout signs out in this browser, and /auth says how to start the agent.
  await press('Logout');
  await isAt('/auth');
  await says('Signed out', 'Local Agent is not responding', 'npx local-agent start');
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  letGo();
  await says('Sign in to your account');
});
