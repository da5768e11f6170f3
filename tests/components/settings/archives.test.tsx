import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { archiveMessages as words } from '@/features/settings/archives/archive-messages.ts';
import { zipOf } from '../../helpers/archive-files.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { settingsInDocument } from '../../helpers/component/settings.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = settingsInDocument();
const { openWith, press } = app;

const tweet = (id: string, full_text: string) => ({
  tweet: { id_str: id, created_at: 'Mon Jan 05 08:30:00 +0000 2026', full_text },
});
const fileOf = (name: string, files: Parameters<typeof zipOf>[0]) => new File([new Uint8Array(zipOf(files))], name);
const choose = async (file: File) => app.user.upload(await screen.findByLabelText(words.fileInput), file);

it('counts an archive, asks whose it is, imports it, and removes it again', async () => {
  const { admin } = app.agent;
  await admin.from('social_accounts').insert({ platform: 'twitter', account_label: 'Bakery' }).throwOnError();
  await openWith({}, 'archives');
  await says(words.emptyTitle, words.empty, 'How to get an archive', 'Ask Instagram for it');

  await choose(fileOf('instagram-ada.zip', { 'your_instagram_activity/media/posts_1.html': '<p>' }));
  await says('HTML form of the archive. Ask Instagram for JSON');

  const posts = [tweet('1', 'Rye'), tweet('2', 'Spelt'), tweet('3', 'RT @bob: Buns')];
  const archive = () => fileOf('x.zip', { 'data/tweets.js': `window.YTD.tweets.part0 = ${JSON.stringify(posts)}` });
  await choose(archive());
  await says('Import X/Twitter?', 'It has 2 posts that are not here yet.', 'Shared from others');
  await saysNoMore('HTML form');
  await press('Posted by', { role: 'combobox' });
  await press('Bakery', { role: 'option' });
  await press('Import 2 posts');
  await says('Added 2 posts of X/Twitter Bakery.', '2 posts, Jan 5, 2026', 'Posted by Bakery');
  const { data } = await admin.from('archived_posts').select('text').order('text').throwOnError();
  expect(data).toEqual([{ text: 'Rye' }, { text: 'Spelt' }]);

  await choose(archive());
  await says('All of its posts are here already.', 'Here already');
  await press('Cancel');
  await press('Remove X/Twitter Bakery');
  await says('2 posts of X/Twitter Bakery are deleted here.');
  await press('Remove', { inside: await screen.findByRole('dialog') });
  await says('Removed X/Twitter Bakery', words.emptyTitle);
});

it.runIf(isFull)('asks of which platform it is to import the posts where a file has those of two', async () => {
  await openWith({}, 'archives');
  const piece = { uri: '', creation_timestamp: 1_770_000_000, title: 'Crumb' };
  const file = fileOf('instagram-ada-2026-11-02-Ab.zip', {
    'your_instagram_activity/media/posts_1.json': [{ media: [{ ...piece, uri: 'a.jpg', title: 'Rye' }] }],
    'your_instagram_activity/threads/threads_and_replies.json': { text_post_app_text_posts: [{ media: [piece] }] },
  });
  await choose(file);
  await says('Import Instagram ada?', 'It has 1 post that');
  await press('Posts of', { role: 'combobox' });
  await press('Threads', { role: 'option' });
  await says('Import Threads ada?');
  await press('Import 1 post');
  await says('Added 1 post of Threads ada.');
});
