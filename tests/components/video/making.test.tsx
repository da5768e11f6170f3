import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';

const app = composerInDocument();
const { openPost, addDraft, press } = app;

const CAPTION = 'Let the dough rest.\n\nTwelve hours in the cold make the crumb open. Bake it until it sounds hollow.';
const scenes = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Text of scene/ });
const texts = () => scenes().map(({ value }) => value);
const pressed = (group: string) =>
  within(screen.getByRole('group', { name: group })).getByRole('button', { pressed: true }).textContent;
const stored = async (id: string) =>
  (await app.agent.admin.from('generated_content').select('*').eq('id', id).single().throwOnError()).data;

it('is offered where a platform takes only videos, with the words and the order of its scenes to change', async () => {
  const id = await addDraft({ caption: CAPTION, platforms: ['tiktok'] });
  await openPost(id);
  await says('only accepts videos');
  await app.user.click(screen.getAllByRole('button', { name: 'Make a video' })[0] as HTMLElement);
  await says('Scenes');
  await waitFor(() =>
    expect(screen.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toBeTruthy(),
  );
  await press('Headline');
  await press('None');
  await waitFor(() => expect([pressed('Design'), pressed('Music')]).toEqual(['Headline', 'None']));

  await app.user.click(screen.getByText('Scenes'));
  const [first, second, ...others] = texts();
  await app.user.type(scenes()[1] as HTMLElement, ' And more.');
  await press('Move scene 2 up');
  expect(texts()).toEqual([`${second} And more.`, first, ...others]);
  await says('1. Opening', '2. Passage');
  expect(screen.queryByRole('group', { name: 'Length' })).toBeNull();
  await press('Start over from the post');
  expect(texts()).toEqual([first, second, ...others]);

  await press('Make the video');
  await says('Closing it cancels the video.');
  await press('Cancel the video');
  await saysNoMore('Closing it cancels the video.');
  expect(screen.queryByRole('alert')).toBeNull();
  await app.agent.admin.from('generated_content').update({ status: 'published' }).eq('id', id).throwOnError();
  await press('Make the video');
  await says('Duplicate it to make a video of it.');
  expect((await stored(id)).media).toEqual([]);
});

it('says why there is none', async () => {
  await openPost(await addDraft({ caption: '', hashtags: ['#bread'], platforms: ['tiktok'] }));
  await press('Make a video');
  await says('There is no preview. There are no words for a video');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make the video' }).disabled).toBe(true);
});

it('is made of what is saved: a scheduled post is saved when its author says so', async () => {
  const { content_id: id } = await app.addPost({ content: { caption: CAPTION } });
  await openPost(id);
  await app.write('New words.');
  await says('Unsaved changes');
  await press('Make a video');
  await says('Save your changes to this scheduled post first.');
  expect((await stored(id)).caption).toBe(CAPTION);
  await press('Save and continue');
  await says('Scenes');
  expect((await stored(id)).caption).toBe(`${CAPTION}New words.`);
});
