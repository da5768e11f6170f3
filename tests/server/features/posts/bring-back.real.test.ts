import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BroughtBackPost, EvergreenPost } from '../../../../shared/memory/evergreen.ts';
import type { PostFields } from '../../../../shared/posts/compose.ts';
import { whyThisPost } from '../../../../shared/posts/reason-words.ts';
import type { GeneratedContentRow } from '../../../../shared/workspace/database.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { GOOD_KEY, startModelServer } from '../../../helpers/ai-imitation/model-server.ts';
import { addPost } from '../../../helpers/history.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { workerAgent } from '../../../helpers/worker-agent.ts';

const agent = ofFile(workerAgent);
const model = ofFile(() => startModelServer());
const LOAF = 'Why your loaf stays flat: let the dough double, then wait. Time gives you flavour.';
let bakery: string;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Adds a post that the bakery published `days` ago, with this number of likes. */
async function publish(caption: string, days: number, likes: number | null, more: Partial<GeneratedContentRow> = {}) {
  const content = { caption, account_ids: [bakery], hashtags: ['#bread'], writer: 'by-hand', ...more };
  const delivery = { figures: likes ? { likes } : null };
  return (await addPost(agent.admin, { at: daysAgo(days), account: bakery, content, delivery })).content;
}

const evergreen = async (query = '') =>
  (await (await agent.call(`/api/posts/evergreen${query}`)).json()) as EvergreenPost[];
const found = async () => (await evergreen()).map(({ text }) => text);

async function bring(id: string, body: object = {}) {
  const answer = await agent.call(`/api/posts/${id}/bring-back`, { body });
  return { status: answer.status, post: (await answer.json()) as BroughtBackPost & { error?: string } };
}
const drafted = async (id: string) =>
  (await agent.admin.from('generated_content').select('*').eq('id', id).single().throwOnError()).data;
const rest = (evergreen_rest_months: number) =>
  agent.admin.from('app_settings').update({ evergreen_rest_months }).not('id', 'is', null);

beforeAll(async () => {
  await agent.admin.from('app_settings').insert({}).throwOnError();
  bakery = (await accountsTable(agent.admin).insert({ platform: 'mastodon', account_label: 'bakery' })).id;
  for (let days = 2; days < 8; days++) await publish(`Usual ${days}`, days, 10);
});

describe('what may be brought back', () => {
  it('did well, has rested, and is of no series that goes on, the best first', async () => {
    const best = await publish('Best of all', 300, 40);
    const series_id = randomUUID();
    const series = { id: series_id, content: {}, texts: ['x'], rule: {} } as never;
    await agent.admin.from('post_series').insert(series).throwOnError();
    const others = [
      await publish('Just enough', 200, 15),
      await publish('Not enough', 200, 14),
      await publish('Too young', 150, 38),
      await publish('Unknown', 300, null),
      await publish('Repeats by itself', 300, 40, { series_id }),
    ];
    expect(await found()).toEqual(['Best of all', 'Just enough']);
    expect((await evergreen(`?account=${bakery}&limit=1`))[0]).toMatchObject({
      ...{ id: best, success: 4, account: 'bakery', platform: 'mastodon', figures: { likes: 40 } },
    });
    expect(await evergreen(`?account=${randomUUID()}`)).toEqual([]);
    await rest(4).throwOnError();
    expect(await found()).toEqual(['Best of all', 'Too young', 'Just enough']);
    expect((await rest(0)).error?.code).toBe('23514');
    await rest(6).throwOnError();
    await agent.admin
      .from('generated_content')
      .delete()
      .in('id', [best, ...others])
      .throwOnError();
    expect(await found()).toEqual([]);
  });
});

describe('a post that is brought back', () => {
  let loaf: string;
  const options = { mastodon: { visibility: 'unlisted' } } as never;
  beforeAll(async () => {
    loaf = await publish(LOAF, 250, 23, { options });
  });

  it('keeps its words without a model, and says that they are to be changed', async () => {
    const draft = randomUUID();
    const { status, post } = await bring(loaf.slice(0, 13), { id: draft });
    expect([status, post.id, post.status]).toEqual([201, draft, 'draft']);
    expect(post.note).toMatch(/^New wording needs a model\. .* The text is still that of the earlier post\./);
    expect(post.problems.map(({ text }) => text).join()).toContain('The same as what bakery posted');
    const row = await drafted(draft);
    expect(row).toMatchObject({ caption: LOAF, hashtags: ['#bread'], account_ids: [bakery], options });
    expect(row).toMatchObject({ brought_back_from: loaf, writer: 'by-hand', status: 'draft' });
    const told = await (await agent.call(`/api/posts/${draft}/fields`)).json();
    expect(told.brought_back).toMatchObject({
      account: 'bakery',
      words: 'same',
      begins: expect.stringMatching(/^Why your/),
    });
    const [why] = whyThisPost(null, row);
    expect(why?.text).toMatch(
      /^“Why your loaf .*…”, posted to bakery on .*\. It did 2\.3 times as well as usual\. The text/,
    );
  });

  it('is one draft for a repeated request, and is not brought back again while it rests', async () => {
    const [one] = (await agent.admin.from('generated_content').select('id').eq('brought_back_from', loaf)).data ?? [];
    expect((await bring(loaf, { id: one?.id })).status).toBe(201);
    const again = await bring(loaf);
    expect([again.status, again.post.error]).toEqual([
      409,
      expect.stringContaining(`already brought back, as ${one?.id}.`),
    ]);
    expect(await found()).toEqual([]);
    const changed = await agent.admin
      .from('generated_content')
      .update({ caption: 'Mine' })
      .eq('id', one?.id ?? '');
    expect(changed.error).toBeNull();
    expect((await drafted(one?.id ?? '')).brought_back?.words).toBe('new');
    await agent.admin
      .from('generated_content')
      .delete()
      .eq('id', one?.id ?? '')
      .throwOnError();
    expect(await found()).toEqual([LOAF]);
  });

  it('must be out, and rested', async () => {
    const row = { content_type: 'text' as const, caption: 'A drawer' };
    const { id } = (await agent.admin.from('generated_content').insert(row).select('id').single().throwOnError()).data;
    expect((await bring(id)).post.error).toMatch(/never published/);
    const young = (await bring(await publish('Last week', 7, 90))).post;
    expect(young.error).toMatch(/^It rests until \d{4}-\d\d-\d\d\. To post it again sooner, duplicate it\.$/);
    expect((await bring(randomUUID())).status).toBe(404);
  });

  it('gets new words by the chosen model, for each of its versions', async () => {
    const ai = { provider: 'openai-compatible', model: 'small-writer', apiKey: GOOD_KEY };
    const baseUrl = model.baseUrl('openai-compatible');
    await agent.call('/api/ai', { body: { ...ai, baseUrl } });
    await agent.admin.from('app_settings').update({ voice_examples: 'all' }).not('id', 'is', null).throwOnError();
    await publish('Flour on my sleeves again, and no regrets at all.', 9, 12);
    const version = { caption: 'Short: wait for your loaf.', hashtags: [] };
    await agent.admin
      .from('generated_content')
      .update({ alternatives: { mastodon: version } })
      .eq('id', loaf);
    model.play({ say: { caption: 'Flat loaf? Give it time.' } }, { say: { caption: 'Wait.' } });
    const { post } = await bring(loaf);
    expect(post).toMatchObject({ note: null, from: { words: 'new', account: 'bakery' } });
    expect(model.requests[0]?.text).toMatch(/Flour on my sleeves[\s\S]*Why your loaf stays flat/);
    expect(model.requests[0]?.text.match(/Why your loaf/g)).toHaveLength(1);
    const fields = (await (await agent.call(`/api/posts/${post.id}/fields`)).json()) as PostFields;
    expect(fields).toMatchObject({
      caption: 'Flat loaf? Give it time.',
      alternatives: { mastodon: { caption: 'Wait.' } },
    });
    expect((await drafted(post.id)).writer).toBe('openai-compatible:small-writer');
    await agent.admin.from('generated_content').delete().eq('id', post.id).throwOnError();
    model.play({ status: 400, message: 'Not today' });
    const failed = (await bring(loaf)).post;
    expect(failed.note).toMatch(/Not today[\s\S]*The text is still/);
    await agent.admin.from('generated_content').delete().eq('id', loaf).throwOnError();
    expect(await drafted(failed.id)).toMatchObject({ brought_back_from: null, brought_back: { success: 2.3 } });
    await agent.admin.from('generated_content').delete().eq('id', failed.id).throwOnError();
    expect((await agent.admin.rpc('restore_content', { content: failed.id })).data).toBe(true);
  });
});
