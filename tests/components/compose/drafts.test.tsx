import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';

const app = composerInDocument();
const { openPost, addDraft, addPost, write, text, posts, press, goTo, goBack, fail, letGo } = app;

const change = (id: string, fields: object) =>
  app.agent.admin.from('generated_content').update(fields).eq('id', id).throwOnError();
const captions = async () => (await posts()).map(({ caption }) => caption);

describe('what is written is not lost', () => {
  it('by another window: both see what differs, and one decides', async () => {
    const id = await addDraft();
    await openPost(id);
    await change(id, { caption: 'Theirs' });
    await write(' of mine');
    await says('This post was changed in another window', 'The text differs.', 'Their text: Theirs');
    expect(await captions()).toEqual(['Theirs']);
    await press('Keep mine');
    await says('Saved');
    expect(await captions()).toEqual(['Bread of mine']);
  });

  it('where it could not be saved: the next post offers it', async () => {
    await openPost();
    fail(/^POST .*\/rpc\/save_content/);
    await write('Half a thought');
    await says('Not saved:', 'Your changes are kept in this browser.');
    await goTo('Media Library');
    await isAt('/media');
    await screen.findByRole('heading', { level: 1, name: 'Media Library' });
    goBack('/compose');
    await says('You have an unsaved post', '“Half a thought”, written');
    letGo();
    await press('Continue writing');
    await says('Saved');
    expect([text(), await captions()]).toEqual(['Half a thought', ['Half a thought']]);
  });
});

describe('a scheduled post', () => {
  it('waits for "Save changes", asks before it is left, and brings back what was not saved', async () => {
    const { content_id } = await addPost({ time: '2031-01-16T08:30:00Z', content: { caption: 'Bread' } });
    await openPost(content_id);
    await write('!');
    await says('Unsaved changes');
    await goTo('Media Library');
    await says('Leave without saving?');
    await press('Keep editing');
    await isAt(`/compose/${content_id}`);
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    app.reload();
    await says('Your unsaved changes were restored.', 'Unsaved changes');
    expect(await captions()).toEqual(['Bread']);
    await goTo('Media Library');
    await press('Leave');
    await isAt('/media');
    // The address changes before the screen does, so without this the outgoing screen's button would be pressed.
    await screen.findByRole('heading', { level: 1, name: 'Media Library' });
    goBack(`/compose/${content_id}`);
    await says('Your unsaved changes were restored.', 'Unsaved changes');
    await press('Save changes');
    await isAt('/scheduler');
    await says('Changes saved');
    expect(await captions()).toEqual(['Bread!']);
  });
});

it('a post that is published is shown, and can be posted again, with what platforms say to that', async () => {
  const id = await addDraft({ status: 'published' });
  await openPost(id);
  await says('This post is published and can no longer be changed.');
  await write('!');
  expect(text()).toBe('Bread');
  await press('Post again');
  await says('You have posted this text before.', 'X/Twitter refuses a text that you posted recently.');
  await waitFor(() => expect(location.pathname).not.toContain(id));
  expect((await posts()).map(({ status }) => status).sort()).toEqual(['draft', 'published']);
});

it('a post that is gone says so', async () => {
  await app.open('/compose/00000000-0000-4000-8000-000000000000');
  await says('Post not found', 'Open the Scheduler');
  await saysNoMore('Post to');
});
