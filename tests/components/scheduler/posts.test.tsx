import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument, textsOf } from '../../helpers/component/scheduler.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';

const MARKUP = 'Bread & <b>butter</b> <script>document.title="broken"</script> &amp; 🍞';
const HOUR_MS = 60 * 60 * 1000;

const app = schedulerInDocument();
const { addContent, addPost, openLists, press, fail, pressInToast, stored, choosePost } = app;

const contentOf = async (id: string) =>
  (await app.agent.admin.from('generated_content').select('*').eq('id', id).maybeSingle().throwOnError()).data;
const remove = (id: string) => app.agent.admin.from('generated_content').delete().eq('id', id).throwOnError();

describe('the list', () => {
  it('shows posts as text, with what they are and their times in the configured zone', async () => {
    const url = `${app.agent.url}/storage/v1/object/public/media-assets/gone.png`;
    const media = [{ path: 'gone.png', url, kind: 'image' as const }];
    await addPost({ time: '2031-01-16T09:00:00Z', content: { caption: MARKUP, platforms: [], media } });
    await addPost({
      time: '2031-01-15T14:30:00Z',
      content: {
        content_type: 'carousel',
        caption: 'First line\n\nThird line',
        hashtags: ['#bread', '#time'],
        platforms: ['instagram', 'youtube_shorts', 'twitter'],
        created_at: '2026-01-01T12:00:00Z',
      },
    });
    await openLists();
    await says('Created: Jan 1, 2026, 7:00 AM EST', 'Scheduled Posts Timeline (2)');
    await says('Scheduled for: Jan 16, 2031, 4:00 AM EST', 'Wed, Jan 15, 2031', 'Thu, Jan 16, 2031');
    const captions = screen.getAllByRole('article').map((post) => post.querySelector('p[dir]')?.textContent);
    expect(captions).toEqual(['First line\n\nThird line', MARKUP]);
    const [first] = textsOf('article');
    for (const words of ['carousel', 'scheduled', 'Instagram', 'YouTube Shorts', 'X/Twitter', '#bread #time'])
      expect(first).toContain(words);
    expect(document.title).toContain('Scheduler');
    // A deleted picture is not requested.
    await app.hasAnswers(/object\/sign\/media-assets/);
    expect(document.body.innerHTML).not.toContain('gone.png');
  });
});

describe('copying', () => {
  it('takes the caption, a blank line and the hashtags, or says that the browser does not allow it', async () => {
    await addContent({ caption: 'First line\n\nThird line', hashtags: ['#bread', '#time'] });
    await openLists('?tab=drafts');
    await press('Copy caption and hashtags');
    await says(...SPECIFIED['Scheduler: copy']);
    expect(await navigator.clipboard.readText()).toBe('First line\n\nThird line\n\n#bread #time');
    const blocked = new DOMException('Write permission denied.', 'NotAllowedError');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(blocked);
    await press('Copy caption and hashtags');
    await says('Your browser blocked copying. Select the text and copy it manually.');
  });
});

describe('keeping', () => {
  it('keeps a draft from being deleted automatically, which the card says', async () => {
    const id = await addContent({ status: 'draft', created_at: '2031-01-01T12:00:00Z' });
    await openLists('?tab=drafts');
    await says('Not kept. Deletes Jan 8, 2031, 7:00 AM EST');
    await choosePost('Keep');
    await says('Kept. Auto-delete will skip it.');
    await saysNoMore('Not kept');
    expect((await contentOf(id))?.saved_at).not.toBeNull();
    await choosePost("Don't keep");
    await says('No longer kept.', 'Not kept. Deletes Jan 8, 2031');
    expect((await contentOf(id))?.saved_at).toBeNull();
    fail(/^PATCH .*generated_content/);
    await choosePost('Keep');
    await says('Nothing was changed. The database is full.', 'Not kept.');
  });
});

describe('deleting', () => {
  async function openDialog() {
    await app.user.click((await screen.findAllByRole('button', { name: /^More actions for “/ }))[0] as HTMLElement);
    await press('Delete…', { role: 'menuitem' });
    await says('Delete this post?');
  }

  it('asks, says what goes with it, and does it, which Undo takes back', async () => {
    const { content_id } = await addPost({ content: { caption: 'Sourdough <b>now</b>' } });
    const place = { content_id, status: 'published' as const, scheduled_time: '2026-01-01T12:00:00Z' };
    await app.agent.admin.from('scheduled_posts').insert(place).throwOnError();
    await openLists();
    await openDialog();
    await says(
      'It is scheduled 2 times. All of them will leave the schedule.',
      'Anything already published stays on the platforms.',
    );
    await press('Cancel');
    await saysNoMore('Delete this post?');
    expect(await contentOf(content_id)).not.toBeNull();
    await openDialog();
    await press('Delete');
    await says('Post deleted', 'Generated Content (0)', 'Queue 0');
    expect(await contentOf(content_id)).toBeNull();
    await pressInToast('Undo');
    await says('Restored and kept.', 'Scheduled Posts Timeline (1)', 'Sent 1');
    expect(await contentOf(content_id)).not.toBeNull();
  });

  it('waits while the post is being published, whether that was known or not', async () => {
    const { id, content_id } = await addPost();
    await openLists();
    await openDialog();
    await app.change(id, { status: 'publishing' });
    await press('Delete');
    await says('This post is being published right now, so it was not deleted.');
    expect(await contentOf(content_id)).not.toBeNull();
  });
});

describe('"Recently deleted"', () => {
  it('names what was deleted, until when it can be brought back, and brings it back', async () => {
    const old = await addContent({ caption: 'A loaf in the morning' });
    for (const id of [old, await addContent({ caption: 'Rye' })]) await remove(id);
    const deleted_at = new Date(Date.now() - 22.5 * HOUR_MS).toISOString();
    await app.agent.admin.from('content_bin').update({ deleted_at }).eq('id', old).throwOnError();
    await openLists('?tab=bin');
    await says('A loaf in the morning Deleted', 'Deleted permanently in 2 hours', 'Deleted permanently in 24 hours');
    await press('Restore: A loaf in the morning');
    await says('Restored and kept. It is back in the Scheduler.', 'Drafts 1', 'Recently deleted (1)');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Recently deleted (1)'));
  });
});

describe('a scheduled post', () => {
  it('is cancelled, which makes its content a draft again, and this can be undone', async () => {
    const { id, content_id } = await addPost({ time: '2031-01-16T14:30:00Z' });
    await openLists();
    await choosePost('Cancel post');
    await says('Post cancelled. Its text is kept as a draft.', 'Drafts 1', 'Queue 0');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Scheduled Posts Timeline (0)'));
    expect([await stored(id), (await contentOf(content_id))?.status]).toEqual([
      'cancelled 2031-01-16T14:30:00+00:00',
      'draft',
    ]);
    await pressInToast('Undo');
    await says('Post rescheduled.');
    expect([await stored(id), (await contentOf(content_id))?.status]).toEqual([
      'scheduled 2031-01-16T14:30:00+00:00',
      'scheduled',
    ]);
  });
});

describe('off times', () => {
  it('are said of the posts that fall into them, until that is hidden', async () => {
    const agent_id = crypto.randomUUID();
    const hours = 1 << new Date().getUTCHours();
    const dayBefore = (ago: number) => new Date(Date.now() - ago * 24 * HOUR_MS).toISOString().slice(0, 10);
    const rows = Array.from({ length: 21 }, (_, ago) => ({ agent_id, day: dayBefore(ago), hours }));
    await app.agent.admin.from('agent_presence').insert(rows).throwOnError();
    await addPost({ inHours: 6, content: { caption: 'Rye' } });
    await addPost({ inHours: 24, content: { caption: 'Spelt' } });
    await openLists();
    await says(
      '1 post is scheduled for a time when this computer is usually off: ',
      'keep an agent always on',
      'Spelt',
    );
    expect(textsOf('article').map((text) => text?.includes('Scheduled for a time'))).toEqual([true, false]);
    await press('Hide');
    await saysNoMore('this computer is usually off');
    expect(document.activeElement?.id).toBe('posts-title');
    await app.agent.admin.from('agent_presence').delete().gte('hours', 0).throwOnError();
  });
});
