import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';
import { isFull } from '../../helpers/depth.ts';
import { PNG } from '../../helpers/png.ts';

const app = composerInDocument();
const { openPost, addDraft, press, pressInToast } = app;

const DRAW = /^POST .*\/api\/posts\/cards$/;

const mediaOf = async (id: string) =>
  (await app.agent.admin.from('generated_content').select('media').eq('id', id).single().throwOnError()).data.media;
const item = (path: string): MediaItem => ({ path, url: `/${path}`, kind: 'image' });
async function store(...paths: string[]) {
  for (const path of paths) {
    const options = { contentType: 'image/png', upsert: true };
    const { error } = await app.agent.admin.storage.from(MEDIA_BUCKET).upload(path, PNG, options);
    if (error) throw error;
  }
}
async function act(action: string, place: string) {
  await press(`Actions for picture ${place}`);
  await press(action, { role: 'menuitem' });
}

describe('another design', () => {
  const deletedFiles = async () => {
    const files = app.agent.admin.from('media_objects').select('path').not('deleted_at', 'is', null);
    return (await files.throwOnError()).data.map(({ path }) => path);
  };
  const looks = (media: readonly MediaItem[]) => media.map(({ card }) => `${card?.design.style} ${card?.design.theme}`);

  /** Opens a post of two drawn pictures, or a draft of which one is drawn. */
  async function openDrawn(isDraft = false) {
    // The drawing itself is tried in tests/server/generation/cards.
    app.answer(DRAW, () => new Response(new Uint8Array(PNG), { headers: { 'content-type': 'image/png' } }));
    await store('first.png', 'second.png');
    const design = { style: 'paper' as const, theme: 'light' as const };
    const first: MediaItem = { ...item('first.png'), card: { slide: { title: 'Bread' }, design } };
    const second: MediaItem = {
      ...item('second.png'),
      alt: 'Next',
      card: { slide: { title: 'Another slide' }, design },
    };
    const media: MediaItem[] = isDraft ? [{ ...first, alt: 'My words' }, item('other.png')] : [first, second];
    const content = { media, content_type: 'carousel' as const, platforms: ['instagram' as const] };
    const id = isDraft ? await addDraft(content) : (await app.addPost({ content })).content_id;
    await openPost(id);
    await act('Another design…', '1 of 2');
    await says('Choose a design. The words stay the same.');
    return { id, media };
  }

  it.runIf(isFull)('is drawn for all pictures of a post, and waits to be saved where that is scheduled', async () => {
    const { id, media } = await openDrawn();
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.querySelectorAll('li img')).toHaveLength(6));
    expect(dialog.querySelectorAll('li [aria-pressed=true]')).toHaveLength(1);
    expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true');
    await press('Band, dark');
    await press('Use this design');
    await says('Design of 2 pictures changed', 'Unsaved changes');
    expect(await mediaOf(id)).toEqual(media);
    await press('Save changes');
    await isAt('/scheduler');
    const after = await mediaOf(id);
    expect(looks(after)).toEqual(['band dark', 'band dark']);
    expect(after.map(({ alt, card }) => [alt, card?.slide])).toEqual(media.map(({ alt, card }) => [alt, card?.slide]));
    expect((await deletedFiles()).sort()).toEqual(media.map(({ path }) => path).sort());
    for (const { path } of after) {
      expect((await app.agent.admin.storage.from(MEDIA_BUCKET).download(path)).data?.type).toBe('image/png');
    }
  });

  it('is drawn for one picture of a draft with its alt text, and taken back with Undo', async () => {
    const { id, media } = await openDrawn(true);
    await saysNoMore('for all');
    await press('Headline, dark');
    await press('Use this design');
    await waitFor(async () => expect(looks(await mediaOf(id))[0]).toBe('headline dark'));
    expect((await mediaOf(id))[0]?.alt).toBe('My words');
    expect(await deletedFiles()).toContain(media[0]?.path);
    await pressInToast('Undo');
    await waitFor(async () => expect(await mediaOf(id)).toEqual(media));
    expect(await deletedFiles()).not.toContain(media[0]?.path);
  });

  it.runIf(isFull)('is not offered for a picture of one’s own, and says so where the words are not known', async () => {
    await store('own.png', 'posts/old/1.png');
    await openPost(await addDraft({ media: [item('own.png'), item('posts/old/1.png')] }));
    await press('Actions for picture 1 of 2');
    await says('Crop…');
    await saysNoMore('Another design…');
    await app.user.keyboard('{Escape}');
    await act('Another design…', '2 of 2');
    await says('The words of this picture are not known, so it cannot be redrawn.');
  });
});

describe('the order of the pictures', () => {
  let id: string;
  const inOrder = (...names: string[]) =>
    waitFor(async () =>
      expect((await mediaOf(id)).map(({ path }) => path)).toEqual(names.map((name) => `${name}.png`)),
    );
  const hasFocus = (label: string) =>
    waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(label));

  beforeEach(async () => {
    await store('a.png', 'b.png', 'c.png');
    id = await addDraft({ media: ['a.png', 'b.png', 'c.png'].map(item), content_type: 'carousel' });
    await openPost(id);
  });

  it.runIf(isFull)(
    'is changed with Alt and the arrow keys; the focus goes along, and the last stays the last',
    async () => {
      const { user } = app;
      (await screen.findByRole('button', { name: 'Picture 1 of 3' })).focus();
      await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
      await inOrder('b', 'a', 'c');
      await hasFocus('Picture 2 of 3');
      await says('Picture moved to 2 of 3');
      await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
      await hasFocus('Picture 3 of 3');
      await user.keyboard('{Alt>}{ArrowRight}{ArrowLeft}{/Alt}');
      await inOrder('b', 'a', 'c');
      await hasFocus('Picture 2 of 3');
    },
  );

  it.runIf(isFull)('is changed with the menu, by keyboard', async () => {
    const { user } = app;
    for (const [action, from, to, order] of [
      ['Move later', 'Actions for picture 2 of 3', 'Actions for picture 3 of 3', ['a', 'c', 'b']],
      ['Move earlier', 'Actions for picture 3 of 3', 'Actions for picture 2 of 3', ['a', 'b', 'c']],
    ] as const) {
      (await screen.findByRole('button', { name: from })).focus();
      await user.keyboard('{Enter}');
      const menu = within(await screen.findByRole('menu'));
      for (let steps = menu.getAllByRole('menuitem').length; steps > 0; steps -= 1) {
        if (document.activeElement?.textContent === action) break;
        await user.keyboard('{ArrowDown}');
      }
      await user.keyboard('{Enter}');
      await inOrder(...order);
      await hasFocus(to);
    }
  });

  it.runIf(isFull)('ends with one of the library, found by its name', async () => {
    await store('d.png', 'e.png');
    await app.member.from('media_details').upsert({ path: 'e.png', name: 'loaf.png' }).throwOnError();
    await press('Add from library');
    await app.user.click(await screen.findByRole('searchbox', { name: 'Search by name or tag' }));
    await app.user.paste('loaf');
    await press('loaf.png');
    await press('Add 1 file');
    await inOrder('a', 'b', 'c', 'e');
  });

  it.runIf(isFull)('stays where one is replaced', async () => {
    await store('d.png');
    await act('Replace…', '1 of 3');
    await press('d.png');
    await press('Replace');
    await inOrder('d', 'b', 'c');
    await hasFocus('Actions for picture 1 of 3');
  });
});

it.runIf(isFull)('of a shape that Instagram does not show gets white borders when asked', async () => {
  await store('tall.png');
  const tall = { ...item('tall.png'), width: 180, height: 320 };
  const id = await addDraft({ media: [tall], content_type: 'image', platforms: ['instagram'] });
  await openPost(id);
  await says('Instagram: The picture is cut to a shape that Instagram takes', 'as here.');
  await press('Add white borders');
  await says('A picture goes to Instagram whole, with white borders, as here.');
  await saysNoMore('is cut to a shape');
  await waitFor(async () => expect(await mediaOf(id)).toEqual([{ ...tall, fit: 'pad' }]));
});
