import { expect, test } from 'vitest';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const LONG = Array.from({ length: 30 }, (_, n) => `Sentence number ${n} of a long post.`).join(' ');
const COMMENT = 'The recipe is in the link below.';

type Record = { text: string; reply?: { root: { uri: string }; parent: { uri: string } } };
const records = () => [...stage.pds.posts.values()].map(({ value }) => value as Record);

test('the first comment is the last reply of what goes out to Bluesky, also of a thread', async () => {
  for (const caption of ['Hello', LONG]) {
    stage.pds.posts.clear();
    const post = await stage.addPost('bluesky', { caption, first_comment: ` ${COMMENT}\n` });
    await stage.engine().sendDue();
    const { state, parts, outgoing, remote_url } = await stage.delivery(post);
    expect(state).toBe('published');
    const sent = records();
    expect(sent).toHaveLength(parts.length);
    expect(sent.at(-1)?.text).toBe(COMMENT);
    expect(sent.at(-1)?.reply?.root.uri).toBe(String(parts[0]?.remoteId).split(' ')[0]);
    expect(sent.at(-1)?.reply?.parent.uri).toBe(String(parts.at(-2)?.remoteId).split(' ')[0]);
    expect(outgoing).toMatchObject({ hasFirstComment: true });
    expect(remote_url).toBe(parts[0]?.url);
  }
});

test('a first comment that is too long is rejected before anything is sent', async () => {
  const post = await stage.addPost('bluesky', { caption: 'Hello', first_comment: 'x'.repeat(301) });
  await stage.engine().sendDue();
  expect(await stage.delivery(post)).toMatchObject({
    state: 'failed',
    error_class: 'rejected',
    error_text: 'The first comment is too long. Shorten it.',
  });
  expect(stage.pds.posts.size).toBe(0);
});

test('an account gets its own version, else that of its platform, else the main text', async () => {
  const account = stage.accounts.bluesky;
  const all = {
    caption: 'Main',
    alternatives: { bluesky: { caption: 'Bluesky', hashtags: [] } },
    account_versions: { [account]: { caption: 'Mine', hashtags: ['#own'] } },
  };
  for (const left of [all, { ...all, account_versions: {} }, { caption: 'Main' }]) await stage.addPost('bluesky', left);
  const engine = stage.engine();
  for (let posts = 0; posts < 3; posts++) await engine.sendDue();
  expect(
    records()
      .map(({ text }) => text)
      .sort(),
  ).toEqual(['Bluesky', 'Main', 'Mine\n\n#own']);
});
