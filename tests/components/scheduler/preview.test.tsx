import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { isAt, says } from '../../helpers/component/app.tsx';
import { schedulerInDocument } from '../../helpers/component/scheduler.tsx';

const CAPTION = `Why your loaf stays flat\n\n${'Let the dough double, then wait. '.repeat(9)}\n\nRead https://example.com/bread 🍞`;
const TWITTER = { caption: 'Let the dough double.', hashtags: ['#bread'] };

/** The pictures' proportions need layout and are tested in tests/e2e/scheduler.test.ts. */
const app = schedulerInDocument();
const { addContent, openLists, press } = app;

const picture = (name: string) => ({
  path: '',
  url: `http://127.0.0.1:9/${name}`,
  kind: 'image' as const,
  width: 80,
  height: 100,
});
const open = async (id: string) => {
  await app.open(`/scheduler?post=${id}`);
  await screen.findAllByRole('tab');
};

describe('the preview', () => {
  it("opens from the post, shows a platform's text as it folds and counts it, and gives the focus back", async () => {
    await app.addAccount('instagram', 'IG_Bakery');
    const media = [picture('1.png')];
    await addContent({ platforms: ['instagram', 'linkedin'], caption: CAPTION, hashtags: ['#bread'], media });
    await openLists('?tab=drafts');
    await press('Open “Why your loaf stays flat”');
    await says('IG_Bakery', 'Text 366 / 2,200', 'Fits', 'Uses the main text.');
    await says('Links in the text are not clickable on Instagram.');
    await press('… more', { inside: screen.getByRole('dialog') });
    await says('Read https://example.com/bread 🍞 #bread Show less');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('Open “Why your'));
  });

  it('is used by the arrow keys, each platform with its own text', async () => {
    const platforms = ['instagram' as const, 'twitter' as const, 'linkedin' as const];
    await open(await addContent({ platforms, caption: CAPTION, alternatives: { twitter: TWITTER } }));
    screen.getAllByRole('tab')[0]?.focus();
    await app.user.keyboard('{ArrowRight}');
    await says('Text 29 / 280', 'Custom text for this platform.', 'Your account · Now Let the dough double. #bread');
    await app.user.keyboard('{ArrowRight}');
    await says('Text 358 / 3,000', '… more');
    await app.user.keyboard('{ArrowRight}');
    await says('Text 358 / 2,200');
  });

  it('says which platforms refuse the post and why, and leads to the composer', async () => {
    const platforms = ['twitter' as const, 'tiktok' as const];
    const id = await addContent({ platforms, media: [picture('1.png')], caption: 'Rye' });
    await open(id);
    expect(screen.getByRole('tab', { name: 'X/Twitter' })).toBeDefined();
    await press('TikTok does not fit', { role: 'tab' });
    await says('TikTok only accepts videos, and this post has none.');
    await press('Edit', { role: 'link', inside: screen.getByRole('dialog') });
    await isAt(`/compose/${id}`);
  });

  it('says that a post is gone', async () => {
    await app.open(`/scheduler?preview=${crypto.randomUUID()}`);
    await says('Post not found', 'It has been deleted.');
  });
});
