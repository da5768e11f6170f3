import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import type { ComposerState, Preparation } from '../../../shared/publishing/publishing-api.ts';
import { says } from '../../helpers/component/app.tsx';
import {
  BY_HAND,
  COMPOSER,
  comeBack,
  NONE,
  STATE,
  WORDS,
  windowAt,
  yourTurnInDocument,
} from '../../helpers/component/your-turn.tsx';
import { isFull } from '../../helpers/depth.ts';

/** The platform’s own composer, in a tab or in the account’s window, for posts that the user publishes by hand. */
const app = yourTurnInDocument();
const { open, addAccount, addPost, addTurn, openTurn, press, answer, letGo } = app;

/** Sets the account's posting defaults. */
const giveDefaults = async (id: string) =>
  app.agent.admin
    .from('social_accounts')
    .update({ posting_defaults: { privacy: 'unlisted' } })
    .eq('id', id)
    .throwOnError();

describe('the composer of “Your turn”', () => {
  it('opens the composer in a new tab where the account has no window here, says where the files are, and is skipped after a question', async () => {
    answer(STATE, { ...NONE, canPrepare: false, needsLogIn: true });
    await openTurn();
    const tabs = vi.spyOn(window, 'open').mockImplementation(() => window);
    answer(COMPOSER, {
      state: 'address',
      address: 'https://instagram.example/new',
      files: ['/tmp/local-agent/rye.jpg'],
    });
    await says('Log in to this account on this computer');
    await press(/^Open composer/);
    await says('The composer is open in a new tab. The caption is on the clipboard.', '/tmp/local-agent rye.jpg');
    expect(await navigator.clipboard.readText()).toBe('Rye at noon\n\n#rye');
    letGo();
    answer(COMPOSER, { state: 'address', address: 'javascript:alert(1)', files: [] });
    await press(/^Open composer/);
    await says('Your browser blocked the new tab.');
    expect(tabs.mock.calls).toEqual([['https://instagram.example/new', '_blank']]);
    expect(document.querySelector('a[href^="javascript"]')).toBeNull();
    tabs.mockRestore();
    letGo();
    const asked = answer(/^POST .*\/api\/deliveries\//, {});
    await press('Skip…');
    await says('Skip this post?', 'It will not be published to IG_Main (Instagram).');
    await press('Skip');
    await says('That’s all for now');
    expect(asked).toEqual([expect.stringMatching(/\/cancel$/)]);
  });

  it('prepares the composer in the account’s own window step by step, and fills in the link that the page shows', async () => {
    const { id } = await addTurn();
    let now: ComposerState = NONE;
    const at = (preparation: Preparation, files: string[] = []) => {
      now = windowAt(preparation, files);
      comeBack();
      return now;
    };
    answer(STATE, () => now);
    const opened = answer(COMPOSER, () => at({ is: 'working', step: 'open' }));
    const closed = answer(/^POST .*\/composer\/cancel$/, () => {
      now = NONE;
      return now;
    });
    await open('/your-turn');
    await press(/^Prepare in my browser/);
    await says('Opening Instagram...', 'Preparing...');
    at({ is: 'stopped', at: 'text', why: 'unknown', hasText: false }, ['/tmp/local-agent/rye.jpg']);
    await says(
      'The field for the text could not be found. Paste the text yourself. Nothing was published.',
      'The caption is on the clipboard.',
      '/tmp/local-agent rye.jpg',
    );
    await press(/^Prepare again/);
    at({ is: 'ready', press: 'Teilen', isGrey: false });
    await says('Filled in: press “Teilen” in the window.');

    app.reload();
    await says('Filled in: press “Teilen” in the window.');
    await press(/^Close window/);
    await press(/^Prepare in my browser/);
    expect(closed).toHaveLength(1);
    at({ is: 'gone' });
    await says('The composer is closed. If you published the post, press Posted here.', 'Link to the post on IG_Main');
    await press(/^Prepare again/);
    await says('If the post is live, it would appear twice.');
    await press('Not now');
    expect(opened).toHaveLength(3);
    at({ is: 'posted', url: 'https://instagram.example/p/7', isMarked: false });
    await says('The page shows a new post. If it is this one, mark it as published.');
    const link = await screen.findByLabelText<HTMLInputElement>(/^Link to the post/);
    await waitFor(() => expect(link.value).toBe('https://instagram.example/p/7'));
    await press('Posted');
    await says('1 post published.');
    expect(await app.stored(id)).toMatch(/^published /);
  });

  it.runIf(isFull)(
    'goes on by itself with what is next, one window at a time, and sums up, with a way back',
    async () => {
      const { id } = await addTurn(WORDS, 'IG_First');
      await addTurn({ caption: 'Oats' });
      const { admin } = app.agent;
      const states = new Map<string, ComposerState>();
      const idIn = (url: string) => /deliveries\/([^/]+)/.exec(url)?.[1] ?? '';
      answer(STATE, (url: string) => states.get(idIn(url)) ?? NONE);
      const opened = answer(COMPOSER, (url: string) => {
        states.set(idIn(url), windowAt({ is: 'ready', press: 'Share', isGrey: false }));
        return states.get(idIn(url));
      });
      const closed = answer(/^POST .*\/composer\/cancel$/, NONE);
      await open('/your-turn');
      await says('1 of 2', 'Rye at noon');
      await press('Continue with the next one automatically', { role: 'switch' });
      await press('Prepare in my browser: IG_First (Instagram)');
      await says('Fill in the text done', 'You press “Share” now');
      // Marks the post as published, as the agent does once the page shows it; only then is the next one prepared.
      expect(opened).toHaveLength(1);
      const delivery = idIn(opened[0] ?? '');
      const url = 'https://instagram.example/p/1';
      await admin.rpc('mark_delivery', { delivery, url });
      states.set(delivery, windowAt({ is: 'posted', url, isMarked: true }));
      comeBack();
      await says('2 of 2', 'Oats', 'Filled in: press “Share” in the window.');
      expect(new Set(opened.map(idIn)).size).toBe(2);
      await press('Stop here');
      await says('1 post published. 1 post left for later.', 'Rye at noon');
      await waitFor(() => expect(closed).toHaveLength(1));
      const [link] = within(screen.getByRole('list', { name: 'What you published' })).getAllByRole('link');
      expect(link?.getAttribute('href')).toBe(url);
      states.clear();
      await press(/^Undo/);
      await says('1 of 2', 'Rye at noon');
      expect(await app.stored(id)).toMatch(/^needs_review /);
      await press('Continue with the next one automatically', { role: 'switch' });
    },
  );

  it('shows the options of a post, to be copied, and which of them are set', async () => {
    const account_id = await addAccount('youtube_shorts', 'Bakery');
    await giveDefaults(account_id);
    await addPost({
      status: 'needs_review',
      inHours: -1,
      content: {
        caption: 'Rye at noon',
        platforms: ['youtube_shorts'],
        options: { youtube_shorts: { title: 'Rye', madeForKids: 'no', tags: ['rye', 'bread'] } },
      },
      deliveries: [{ platform: 'youtube_shorts', ...BY_HAND, account_id }],
    });
    answer(STATE, { ...windowAt({ is: 'ready', press: null, isGrey: false, percent: 40 }), optionsSet: ['title'] });
    await open('/your-turn');
    await says('Title Rye filled in', 'Made for kids No', 'Visibility Unlisted', 'Set what is not ticked');
    await says('Upload: 40% now');
    await press('Copy Tags: Bakery (YouTube Shorts)');
    await says('Copied: Tags');
    expect(await navigator.clipboard.readText()).toBe('rye, bread');
    letGo();
    answer(STATE, { ...NONE, canPrepare: false, noScreen: true });
    app.reload();
    await says('The computer that runs Local Agent cannot show a window.', 'Set these in the composer.');
  });
});
