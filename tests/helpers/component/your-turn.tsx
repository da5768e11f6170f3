import { screen } from '@testing-library/dom';
import { preparationSteps } from '../../../shared/publishing/preparation-steps.ts';
import { preparationInWords } from '../../../shared/publishing/preparation-words.ts';
import type { ComposerState, Preparation } from '../../../shared/publishing/publishing-api.ts';
import { says } from './app.tsx';
import { schedulerInDocument } from './scheduler.tsx';

/** The page's requests to the composer's window: to open it, and for its state. */
export const COMPOSER = /^POST .*\/composer$/;
export const STATE = /^GET .*\/composer$/;
export const NONE: ComposerState = { state: 'none', canPrepare: true, needsLogIn: false, noScreen: false };

export const BY_HAND = { state: 'waiting', waits_for: 'by_hand' } as const;
export const WORDS = { caption: 'Rye at noon', hashtags: ['#rye'], first_comment: 'More in the link' };

const PLAN = { platform: 'instagram', order: ['media', 'text', 'upload'], media: [{ kind: 'image' }] } as const;
const atOf = (preparation: Preparation) =>
  preparation.is === 'working' ? preparation.step : preparation.is === 'stopped' ? preparation.at : 'open';

/** The window of an Instagram account. */
export const windowAt = (preparation: Preparation, files: string[] = []): ComposerState => ({
  state: 'window',
  files,
  preparation,
  words: preparationInWords('instagram', preparation),
  steps: preparationSteps(PLAN, { preparation, at: atOf(preparation), hasFiles: false }),
  optionsSet: [],
});

/** The user returns to the tab, which refetches what is shown. */
export const comeBack = () => window.dispatchEvent(new Event('visibilitychange'));

export const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

/** Posts that the user publishes; see schedulerInDocument. Called once at the top of a file. */
export function yourTurnInDocument() {
  const app = schedulerInDocument();

  /** Adds a post for an Instagram account, due an hour ago. */
  async function addTurn(content: object = WORDS, account = 'IG_Main') {
    const account_id = await app.addAccount('instagram', account);
    return app.addPost({
      status: 'needs_review',
      inHours: -1,
      content: { platforms: ['instagram'], ...content },
      deliveries: [{ platform: 'instagram', ...BY_HAND, account_id }],
    });
  }

  return Object.assign(app, {
    addTurn,
    /** Adds the only one, and opens it. */
    async openTurn() {
      const post = await addTurn();
      await app.open('/your-turn');
      await says('1 of 1', 'Rye at noon #rye', 'IG_Main');
      return post;
    },
  });
}
