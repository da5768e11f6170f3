import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';
import { isFull } from '../../helpers/depth.ts';
import { PNG } from '../../helpers/png.ts';

const app = composerInDocument();
const { openPost, addDraft, press } = app;

const CAPTION = 'Let the dough rest.\n\nTwelve hours in the cold make the crumb open. Bake it until it sounds hollow.';
const scenes = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Text of scene/ });
const texts = () => scenes().map(({ value }) => value);
const pressed = (group: string) =>
  within(screen.getByRole('group', { name: group })).getByRole('button', { pressed: true }).textContent;
const stored = async (id: string) =>
  (await app.agent.admin.from('generated_content').select('*').eq('id', id).single().throwOnError()).data;

const FRAMES = { state: 'making', progress: { step: 'frames', done: 30, total: 300 } };

/** Simulates an agent that makes a video of the post until it is cancelled. */
function beginLong(id: string) {
  let state: unknown = FRAMES;
  app.answer(new RegExp(`POST .*${id}/video$`), () => new Promise(() => {}));
  app.answer(new RegExp(`GET .*${id}/video$`), () => state);
  app.answer(new RegExp(`DELETE .*${id}/video$`), () => {
    state = { state: 'none' };
    return null;
  });
}

it('is offered where a platform takes only videos, made while the window may be closed, and cancelled', async () => {
  const id = await addDraft({ caption: CAPTION, platforms: ['tiktok'] });
  await openPost(id);
  await says('only accepts videos');
  await app.user.click(screen.getAllByRole('button', { name: 'Make a video' })[0] as HTMLElement);
  await says('Scenes');
  await waitFor(() =>
    expect(screen.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toBeTruthy(),
  );
  await press('Headline');
  await press('None', { inside: screen.getByRole('group', { name: 'Music' }) });
  await waitFor(() => expect([pressed('Design'), pressed('Music')]).toEqual(['Headline', 'None']));

  beginLong(id);
  await press('Make the video');
  await says('You can close this window.', 'Drawing frame 30 of 300');
  // The post behind the dialog has such a button, too.
  await press('Cancel the video', { inside: screen.getByRole('dialog') });
  await saysNoMore('You can close this window.');
  expect(screen.queryByRole('alert')).toBeNull();
});

it.runIf(isFull)(
  'has the words and the order of its scenes to change, and is not made of a post that is published',
  async () => {
    const id = await addDraft({ caption: CAPTION, platforms: ['tiktok'] });
    await openPost(id);
    await app.user.click(screen.getAllByRole('button', { name: 'Make a video' })[0] as HTMLElement);
    await app.user.click(await screen.findByText('Scenes'));
    const [first, second, ...others] = texts();
    await app.user.type(scenes()[1] as HTMLElement, ' And more.');
    await press('Move scene 2 up');
    expect(texts()).toEqual([`${second} And more.`, first, ...others]);
    await press('Start over from the post');
    expect(texts()).toEqual([first, second, ...others]);
    await app.agent.admin.from('generated_content').update({ status: 'published' }).eq('id', id).throwOnError();
    await press('Make the video');
    await says('Duplicate it to make a video of it.');
  },
);

it.runIf(isFull)(
  'is made on when the dialog is closed and the page reloaded; what became of it is said in the post',
  async () => {
    const id = await addDraft({ caption: CAPTION });
    let state: unknown = { state: 'none' };
    app.answer(/POST .*\/video$/, () => {
      state = FRAMES;
      return new Promise(() => {});
    });
    app.answer(/GET .*\/video$/, () => state);
    await openPost(id);
    await press('Make a video');
    await says('Scenes');
    await press('Make the video');
    await press('Continue in the background');
    await says('Making the video', 'You can keep working');
    app.reload();
    await says('Drawing frame 30 of 300');
    state = { state: 'failed', error: 'The browser could not make the video.' };
    await says('The video was not made.', 'The browser could not make the video.');
    await press('Dismiss');
    await saysNoMore('The video was not made.');
  },
);

/** Simulates an agent that makes a video of the post. Returns a function that finishes it. */
function making(id: string) {
  let state: unknown = FRAMES;
  app.answer(/GET .*\/video$/, () => state);
  return async () => {
    const media = [{ path: 'made.mp4', url: '', kind: 'video' as const }];
    const row = { media, content_type: 'video' as const };
    await app.agent.admin.from('generated_content').update(row).eq('id', id).throwOnError();
    state = { state: 'made', video: MADE };
  };
}
const MADE = {
  ...{ id: crypto.randomUUID(), path: 'made.mp4', seconds: 20.4, bytes: 4_200_000 },
  ...{ style: 'paper', theme: 'light', hasMusic: true, hasVoice: false },
};
const PICTURE = { path: 'a.png', url: '', kind: 'image' as const };

it('stands in the post once it is made, and Undo brings the picture back', async () => {
  const id = await addDraft({ caption: CAPTION, media: [PICTURE], content_type: 'image' });
  const finish = making(id);
  await openPost(id);
  await says('Making the video');
  await finish();
  await says('The video is in your post', '20 seconds, 4.2 MB');
  await app.pressInToast('Undo');
  await waitFor(async () => expect((await stored(id)).media).toEqual([PICTURE]));
});

it.runIf(isFull)(
  'is begun in the panel of the Scheduler, with pictures of the library in their order, and a voice',
  async () => {
    const bucket = app.member.storage.from(MEDIA_BUCKET);
    for (const name of ['one.png', 'two.png']) await bucket.upload(name, PNG, { contentType: 'image/png' });
    const { content_id } = await app.addPost({ content: { caption: CAPTION } });
    app.answer(/GET .*\/video\/voices$/, { system: { name: 'espeak-ng' }, provider: { name: 'OpenAI' } });
    await app.open(`/scheduler?post=${content_id}`);
    await press('Make a video');
    await says('Scenes', 'the words are shown on a background');
    const asked = app.answer(/POST .*\/film$/, { error: 'Enough.' }, 400);
    await press('Add from library');
    await press('two.png');
    await press('one.png');
    await press('Add 2 pictures');
    await press('Picture 2 of 2');
    await press('Move earlier', { role: 'menuitem' });
    await press('OpenAI');
    await says('The words are spoken in the finished video.');
    await waitFor(() =>
      expect(asked.at(-1)).toMatch(
        /"pictures":\["one\.png","two\.png"\].*"voice":"provider"|"voice":"provider".*"pictures":\["one\.png","two\.png"\]/,
      ),
    );
  },
);

it.runIf(isFull)('shows the subtitles of a video where its description is changed', async () => {
  const captions = [{ startMs: 7_400, endMs: 9_000, text: 'Let the dough rest.' }];
  const video = { path: 'made.mp4', url: '', kind: 'video' as const, coverMs: 2_000, captions };
  const id = await addDraft({ caption: CAPTION, media: [video], content_type: 'video' });
  await openPost(id);
  await press('Video 1 of 1');
  await says('Cover: the frame at 0:02', 'Subtitles: included (1 line)', '0:07', 'Let the dough rest.');
  await app.fill('Description', 'A loaf is baked.');
  await press('Save');
  await waitFor(async () => expect((await stored(id)).media).toEqual([{ ...video, alt: 'A loaf is baked.' }]));
});

it.runIf(isFull)('is made of what is saved: a scheduled post is saved when its author says so', async () => {
  const { content_id: id } = await app.addPost({ content: { caption: CAPTION } });
  await openPost(id);
  await app.write('New words.');
  await says('Unsaved changes');
  await press('Make a video');
  await says('Save your changes to this scheduled post first.');
  await press('Save and continue');
  await says('Scenes');
  expect((await stored(id)).caption).toBe(`${CAPTION}New words.`);
});

it('says why there is none', async () => {
  await openPost(await addDraft({ caption: '', hashtags: ['#bread'], platforms: ['tiktok'] }));
  await press('Make a video');
  await says('The preview could not be loaded. There is no text for a video');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make the video' }).disabled).toBe(true);
});
