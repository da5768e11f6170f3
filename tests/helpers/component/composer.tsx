import { screen, waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { says } from './app.tsx';
import { type NewContent, schedulerInDocument } from './scheduler.tsx';

const DRAFT: NewContent = { status: 'draft', caption: 'Bread', platforms: ['twitter'] };

/** The composer backed by posts; see schedulerInDocument. Called once at the top of a file. */
export function composerInDocument(...start: Parameters<typeof schedulerInDocument>) {
  const app = schedulerInDocument(...start);
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ });

  return Object.assign(app, {
    /** Opens a post, or starts a new one. */
    async openPost(id?: string) {
      await app.open(id ? `/compose/${id}` : '/compose');
      await says('Post to');
    },

    /** Adds a draft that is saved automatically. Returns its id. */
    addDraft: (content: NewContent = {}) => app.addContent({ ...DRAFT, ...content }),

    /** Adds text at the end in one go: key by key, everything shown would be rendered anew for each. */
    async write(words: string) {
      await app.user.click(field());
      field().setSelectionRange(field().value.length, field().value.length);
      await app.user.paste(words);
    },
    text: () => field().value,
    becomes: (text: string) => waitFor(() => expect(field().value).toBe(text)),

    /** Imitates the browser's back button to a path, in a document that keeps no pages. */
    goBack(path: string) {
      history.replaceState({ idx: 0 }, '', path);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    },

    /** The posts as stored now, with their times. */
    posts: async () =>
      (await app.agent.admin.from('generated_content').select('*, scheduled_posts(*)').throwOnError()).data,
  });
}
