import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument, textsOf } from '../../helpers/component/scheduler.tsx';

const MARKUP = 'Bread & <b>butter</b> <script>document.title="broken"</script> &amp; 🍞';
const HOUR_MS = 60 * 60 * 1000;

const app = schedulerInDocument();
const { addContent, addPost, openLists, press, fail, pressInToast, stored, choosePost } = app;

const contentOf = async (id: string) =>
  (await app.agent.admin.from('generated_content').select('*').eq('id', id).maybeSingle().throwOnError()).data;
const remove = (id: string) => app.agent.admin.from('generated_content').delete().eq('id', id).throwOnError();
const setAutoDelete = (auto_delete_enabled: boolean) =>
  app.agent.admin.from('app_settings').update({ auto_delete_enabled }).not('id', 'is', null).throwOnError();

describe('the lists', () => {
  it('hold the newest piece of content and the earliest post first, as text, in the configured zone', async () => {
    await addPost({
      time: '2031-01-16T09:00:00Z',
      status: 'needs_review',
      content: { caption: MARKUP, platforms: [], created_at: '2026-01-02T12:00:00Z' },
    });
    await addPost({
      time: '2031-01-15T14:30:00Z',
      content: { caption: 'Oldest', platforms: [], status: 'draft', created_at: '2026-01-01T12:00:00Z' },
    });
    await addContent({
      content_type: 'carousel',
      caption: 'First line\n\nThird line',
      hashtags: ['#bread', '#time'],
      platforms: ['instagram', 'youtube_shorts', 'twitter'],
      created_at: '2026-01-03T12:00:00Z',
    });
    await openLists();
    await says('Created: Jan 1, 2026, 7:00 AM EST', 'Scheduled Posts Timeline (2)');
    const captions = screen.getAllByRole('article').map((post) => post.querySelector('p[dir]')?.textContent);
    expect(captions).toEqual(['First line\n\nThird line', MARKUP, 'Oldest']);
    const [newest, , oldest] = textsOf('article');
    for (const words of ['carousel', 'scheduled', 'Instagram', 'YouTube Shorts', 'X/Twitter', '#bread #time']) {
      expect(newest).toContain(words);
    }
    expect(oldest).toContain('draft');
    const timeline = [
      'scheduledEdit the post at Jan 15, 2031, 9:30 AM ESTScheduled for: Jan 15, 2031, 9:30 AM ESTOldest',
      `your turnEdit the post at Jan 16, 2031, 4:00 AM ESTScheduled for: Jan 16, 2031, 4:00 AM EST${MARKUP}`,
    ];
    await waitFor(() => expect(textsOf('#timeline li')).toEqual(timeline));
    expect(document.title).toContain('Scheduler');
  });
});

describe('copying', () => {
  it('takes the caption, a blank line and the hashtags, or says that the browser does not allow it', async () => {
    await addContent({ caption: 'First line\n\nThird line', hashtags: ['#bread', '#time'] });
    await openLists();
    await press('Copy caption and hashtags');
    await says('Copied to clipboard!');
    expect(await navigator.clipboard.readText()).toBe('First line\n\nThird line\n\n#bread #time');
    const blocked = new DOMException('Write permission denied.', 'NotAllowedError');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(blocked);
    await press('Copy caption and hashtags');
    await says('Your browser blocked copying. Select the text and copy it manually.');
  });
});

describe('saving', () => {
  it('keeps a draft from being deleted automatically, which the card says', async () => {
    const id = await addContent({ status: 'draft', created_at: '2031-01-01T12:00:00Z' });
    await openLists();
    await says('Not kept. Deletes Jan 8, 2031, 7:00 AM EST');
    await press('Keep this post');
    await says('Kept. Auto-delete will skip it.', "Don't keep");
    await saysNoMore('Not kept');
    expect((await contentOf(id))?.saved_at).not.toBeNull();
    await press("Don't keep this post");
    await says('No longer kept.', 'Not kept. Deletes Jan 8, 2031');
    expect((await contentOf(id))?.saved_at).toBeNull();
  });

  it('says nothing of deletion for what is scheduled, nor while auto-delete is off', async () => {
    await addContent({ status: 'draft', caption: 'Rye' });
    await addPost({ content: { status: 'draft', caption: 'Croissants' } });
    await openLists();
    await says('Not kept. Deletes');
    expect(textsOf('article').map((text) => [text?.includes('Croissants'), text?.includes('Not kept')])).toEqual([
      [true, false],
      [false, true],
    ]);
    await setAutoDelete(false);
    await openLists();
    await says('Rye', 'Croissants');
    await saysNoMore('Not kept');
    await setAutoDelete(true);
  });

  it('of a post that was deleted elsewhere says so', async () => {
    const id = await addContent();
    await openLists();
    await says('Sourdough');
    await remove(id);
    await press('Keep this post');
    await says('This post was deleted elsewhere.', 'Generated Content (0)');
  });

  it('that fails takes it back and gives the reason', async () => {
    await addContent();
    await openLists();
    fail(/^PATCH .*generated_content/);
    await press('Keep this post');
    await says('Nothing was changed. The database is full.', 'Keep this post');
  });
});

describe('deleting', () => {
  async function openDialog() {
    await press('More actions for this post');
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
    await says('Post deleted', 'Generated Content (0)', 'Scheduled Posts Timeline (0)');
    expect(await contentOf(content_id)).toBeNull();
    await pressInToast('Undo');
    await says('Restored and kept.', 'Generated Content (1)', 'Scheduled Posts Timeline (2)');
    expect(await contentOf(content_id)).not.toBeNull();
  });

  it('waits while the post is being published, whether that was known or not', async () => {
    const { id, content_id } = await addPost();
    await openLists();
    await openDialog();
    await app.change(id, { status: 'publishing' });
    await press('Delete');
    await says(
      'This post is being published right now, so it was not deleted.',
      'It is being published right now. Wait until it finishes, then delete it.',
    );
    expect(await contentOf(content_id)).not.toBeNull();
  });

  it('of a post that was deleted elsewhere says so', async () => {
    const id = await addContent();
    await openLists();
    await openDialog();
    await remove(id);
    await press('Delete');
    await says('This post was deleted elsewhere.', 'Generated Content (0)');
  });
});

describe('"Recently deleted"', () => {
  it('is empty at first, then names what was deleted, until when it can be brought back, and brings it back', async () => {
    await openLists();
    await press('Recently deleted');
    await says('No deleted posts Deleted posts stay here for 24 hours.');
    await app.user.keyboard('{Escape}');
    const old = await addContent({ caption: 'A loaf in the morning' });
    for (const id of [old, await addContent({ caption: 'Rye' })]) await remove(id);
    const deleted_at = new Date(Date.now() - 22.5 * HOUR_MS).toISOString();
    await app.agent.admin.from('content_bin').update({ deleted_at }).eq('id', old).throwOnError();
    await press('Recently deleted');
    await says('A loaf in the morning Deleted', 'Deleted permanently in 2 hours', 'Deleted permanently in 24 hours');
    await press('Restore: A loaf in the morning');
    await says('Restored and kept. It is back in the Scheduler.', 'Generated Content (1)');
    await waitFor(() => expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(1));
  });

  it('says why it cannot be loaded', async () => {
    await openLists();
    fail(/^GET .*content_bin/);
    await press('Recently deleted');
    await says('Could not load deleted posts', 'The database is full.');
  });
});

describe('a place in the timeline', () => {
  it('is cancelled, which makes its content a draft again, and this can be undone', async () => {
    const { id, content_id } = await addPost({ time: '2031-01-16T14:30:00Z' });
    await openLists();
    await choosePost('Cancel post');
    await says('Post cancelled. Its text is kept as a draft.', 'cancelled');
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

  it('that has been published since is not cancelled', async () => {
    const { id } = await addPost();
    await openLists();
    await says('Scheduled for:');
    await app.change(id, { status: 'published' });
    await choosePost('Cancel post');
    await says('This post is now published, so it was not changed.');
    expect(await stored(id)).toContain('published');
  });

  it('opens the composer', async () => {
    const { content_id } = await addPost({ time: '2031-01-16T14:30:00Z' });
    await openLists();
    await press('Edit the post at Jan 16, 2031, 9:30 AM EST');
    await isAt(`/compose/${content_id}`);
  });
});
