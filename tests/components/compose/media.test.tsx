import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
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

  it('is drawn for one picture of a draft with its alt text, and taken back with Undo', async () => {
    // The drawing itself is tested in tests/server/generation/cards.
    app.answer(DRAW, () => new Response(new Uint8Array(PNG), { headers: { 'content-type': 'image/png' } }));
    await store('first.png');
    const card = { slide: { title: 'Bread' }, design: { style: 'paper' as const, theme: 'light' as const } };
    const media = [{ ...item('first.png'), card, alt: 'My words' }, item('other.png')];
    const id = await addDraft({ media, content_type: 'carousel', platforms: ['instagram'] });
    await openPost(id);
    await act('Another design…', '1 of 2');
    await says('Choose a design. The words stay the same.');
    await saysNoMore('for all');
    await press('Headline, dark');
    await press('Use this design');
    await waitFor(async () =>
      expect(await mediaOf(id)).toMatchObject([
        { alt: 'My words', card: { slide: card.slide, design: { style: 'headline', theme: 'dark' } } },
        item('other.png'),
      ]),
    );
    expect(await deletedFiles()).toContain('first.png');
    await pressInToast('Undo');
    await waitFor(async () => expect(await mediaOf(id)).toEqual(media));
    expect(await deletedFiles()).not.toContain('first.png');
  });
});

it('the order of the pictures is changed with Alt and the arrow keys, the focus goes along, and one of the library comes last', async () => {
  const { user } = app;
  await store('a.png', 'b.png', 'c.png', 'd.png', 'e.png');
  await app.member.from('media_details').upsert({ path: 'e.png', name: 'loaf.png' }).throwOnError();
  const id = await addDraft({ media: ['a.png', 'b.png', 'c.png'].map(item), content_type: 'carousel' });
  const inOrder = (...names: string[]) =>
    waitFor(async () =>
      expect((await mediaOf(id)).map(({ path }) => path)).toEqual(names.map((name) => `${name}.png`)),
    );
  const hasFocus = (label: string) =>
    waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(label));
  await openPost(id);
  (await screen.findByRole('button', { name: 'Picture 1 of 3' })).focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await inOrder('b', 'a', 'c');
  await hasFocus('Picture 2 of 3');
  await says('Picture moved to 2 of 3');
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await hasFocus('Picture 3 of 3');
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await inOrder('b', 'c', 'a');
  await press('Add from library');
  await user.click(await screen.findByRole('searchbox', { name: 'Search by name or tag' }));
  await user.paste('loaf');
  await press('loaf.png');
  await press('Add 1 file');
  await inOrder('b', 'c', 'a', 'e');
  await act('Replace…', '1 of 4');
  await press('d.png');
  await press('Replace');
  await inOrder('d', 'c', 'a', 'e');
});

it.runIf(isFull)('of a shape that Instagram does not show gets white borders when asked', async () => {
  await store('tall.png');
  const tall = { ...item('tall.png'), width: 180, height: 320 };
  const id = await addDraft({ media: [tall], content_type: 'image', platforms: ['instagram'] });
  await openPost(id);
  await says('Instagram: The picture is cropped to a shape that Instagram accepts', 'as shown.');
  await press('Add white borders');
  await says('A picture is sent to Instagram uncropped, with white borders, as shown.');
  await saysNoMore('is cropped to a shape');
  await waitFor(async () => expect(await mediaOf(id)).toEqual([{ ...tall, fit: 'pad' }]));
});
