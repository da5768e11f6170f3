import { afterEach, describe, expect, it } from 'vitest';
import { EXAMPLE_SOURCE } from '../../../../server/features/ai/example-source.ts';
import { builtInWriter } from '../../../../server/generation/writers/built-in-writer.ts';
import { pathTo } from '../../../../shared/api/operation.ts';
import { templateApi } from '../../../../shared/api/projects.ts';
import type { RewriteResult } from '../../../../shared/posts/compose.ts';
import { SAMPLE_NICHE, type TemplateSample } from '../../../../shared/posts/template-sample.ts';
import { POST_REWRITE_PATH } from '../../../helpers/agent-paths.ts';
import { GOOD_KEY, startModelServer } from '../../../helpers/ai-imitation/model-server.ts';
import { runHere } from '../../../helpers/cli.ts';
import { failsWith } from '../../../helpers/cli-ends.ts';
import { addProject } from '../../../helpers/history.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { workerAgent } from '../../../helpers/worker-agent.ts';
import { writeRequest } from '../../generation/writing.ts';

const agent = ofFile(workerAgent);
const model = ofFile(() => startModelServer());

async function ask(body: object): Promise<{ status: number; answer: RewriteResult & { error?: string } }> {
  const response = await agent.call(POST_REWRITE_PATH, { body });
  return { status: response.status, answer: await response.json() };
}

const LONG = 'Sourdough takes patience. The sourdough starter needs a warm place and a day. '.repeat(8).trim();

const choose = (more: object = {}) =>
  agent.call('/api/ai', {
    body: {
      ...{ provider: 'openai-compatible', model: 'small-writer', baseUrl: model.baseUrl('openai-compatible') },
      ...{ apiKey: GOOD_KEY, price: { input: 10_000, output: 10_000 }, ...more },
    },
  });
const withoutModel = () => agent.call('/api/ai', { body: { provider: null, monthlyCapUsd: null } });

describe('the built-in writer', () => {
  it('shortens to whole sentences, for a platform or to half', async () => {
    const { answer } = await ask({ action: 'shorten', text: LONG, platform: 'twitter' });
    expect(answer.text).toMatch(/^Sourdough takes .*\.$/);
    expect(answer.text?.length).toBeLessThanOrEqual(280);
    expect(answer).toMatchObject({
      hashtags: null,
      writer: 'built-in',
      note: 'Shortened to whole sentences by the built-in writer. Other wording needs a model.',
    });
    expect((await ask({ action: 'shorten', text: 'One loaf. Two loaves.' })).answer.text).toBe('One loaf.');
  });

  it('takes a line without a full stop for whole', async () => {
    const line = `${'Three loaves for a weekend, '.repeat(5)}and one to freeze 👩🏽‍🍳`;
    const text = `${line}\n\n${'and each of them takes patience and a warm place '.repeat(8)}`;
    expect((await ask({ action: 'shorten', text, platform: 'bluesky' })).answer.text).toBe(line);
  });

  it('says what it cannot shorten', async () => {
    expect((await ask({ action: 'shorten', text: 'A loaf of bread' })).answer).toMatchObject({
      text: 'A loaf of bread',
      note: 'The built-in writer cannot shorten a single sentence. That needs a model.',
    });
    const cut = (await ask({ action: 'shorten', text: 'bread and '.repeat(100), platform: 'bluesky' })).answer;
    expect(cut.note).toContain('Cut in the middle of a sentence');
    expect(cut.text?.length).toBeLessThanOrEqual(300);
  });

  it('makes a version for a platform by shortening, and says when there is nothing to do', async () => {
    const fits = { action: 'platform', text: 'A loaf.', platform: 'twitter' };
    expect((await ask(fits)).answer).toMatchObject({
      text: 'A loaf.',
      note: 'It fits as it is. Other wording needs a model.',
    });
    expect((await ask({ ...fits, text: LONG })).answer.text?.length).toBeLessThanOrEqual(280);
  });

  it('takes hashtags from the words, as many as the platform takes, and none that are there already', async () => {
    const text =
      'A sourdough starter lives in Leeds. Ours is a sourdough starter. #Leeds https://example.com/wonderful';
    const { answer } = await ask({ action: 'hashtags', text });
    expect(answer).toMatchObject({ hashtags: ['#Sourdough', '#Starter', '#Lives'] });
    expect(answer.note).toBe('Chosen from the words of the text by the built-in writer.');
    expect((await ask({ action: 'hashtags', text, platform: 'twitter' })).answer.hashtags).toHaveLength(2);
  });

  it.each([
    [{ action: 'lengthen' }, 'Lengthening a text needs a model. Choose one in Settings, AI Writer.'],
    [{ action: 'tone', tone: 'friendly' }, 'Another tone needs a model. Choose one in Settings, AI Writer.'],
  ])('says that it cannot %j', async (asked, note) => {
    const answer = { text: null, hashtags: null, writer: 'built-in', note };
    expect(await ask({ ...asked, text: 'A loaf.' })).toEqual({ status: 200, answer });
  });

  it.each([
    { action: 'tone', text: 'A loaf.' },
    { action: 'shorten', text: 'x'.repeat(20_001) },
  ])('400 for what cannot be asked', async (body) => expect((await ask(body)).status).toBe(400));
});

describe('a chosen model', () => {
  afterEach(withoutModel);

  it.each([
    ['shorten', {}],
    ['tone', { tone: 'playful' }],
    ['platform', { platform: 'linkedin' }],
  ])('does it: %s', async (action, more) => {
    expect((await choose()).status).toBe(200);
    model.play({ say: { caption: 'Bread!' } });
    expect(await ask({ action, text: 'A loaf of bread.', ...more })).toEqual({
      status: 200,
      answer: { text: 'Bread!', hashtags: null, writer: 'openai-compatible:small-writer', note: null },
    });
    expect(model.requests[0]?.text).toContain('A loaf of bread.');
  });

  it.each(['@somebody', 'evil．zip', 'https://evil.example'])('adds no %s', async (added) => {
    await choose();
    const said = { caption: `Bread of mill.com, says @baker: ${added}` };
    model.play({ say: said }, { say: said });
    const text = 'A loaf of bread, of mill.com, says @baker.';
    expect((await ask({ action: 'tone', tone: 'plain', text })).status).toBe(502);
    model.play({ say: said }, { say: { caption: 'Bread of mill.com, says @baker.' } });
    expect((await ask({ action: 'tone', tone: 'plain', text })).answer).toMatchObject({
      text: 'Bread of mill.com, says @baker.',
    });
  });

  it('gives hashtags as posts have them', async () => {
    await choose();
    model.play({ say: { hashtags: ['bread', '#Home baking', '#bread', 'loaf!', '#b', '#c', '#d'] } });
    const { answer } = await ask({ action: 'hashtags', text: 'A #loaf of bread.' });
    expect(answer.hashtags).toEqual(['#bread', '#Homebaking', '#b', '#c', '#d']);
  });

  it('is no hindrance where it fails and there is a way without', async () => {
    await choose();
    model.play({ status: 400, message: 'Not today' });
    const { answer } = await ask({ action: 'shorten', text: 'One loaf. Two loaves.' });
    expect(answer).toMatchObject({ text: 'One loaf.', writer: 'built-in' });
    expect(answer.note).toMatch(/Not today.*Shortened to whole sentences/);
    model.play({ status: 400, message: 'Not today' });
    const refused = await ask({ action: 'tone', tone: 'plain', text: 'One loaf.' });
    expect([refused.status, refused.answer.error]).toEqual([409, expect.stringContaining('Not today')]);
  });

  it('is not asked over the monthly cap', async () => {
    await choose();
    model.play({ say: { caption: 'Bread!' } });
    await ask({ action: 'lengthen', text: 'A loaf.' });
    await choose({ monthlyCapUsd: 0.01 });
    model.play();
    const over = await ask({ action: 'lengthen', text: 'A loaf.' });
    expect([over.status, over.answer.error]).toEqual([409, expect.stringContaining('cap')]);
    expect((await ask({ action: 'shorten', text: 'One loaf. Two.' })).answer.note).toContain('cap');
    expect(model.requests).toEqual([]);
  });

  it('is no longer asked once the person has gone', async () => {
    await choose();
    model.play('silence');
    const gone = new AbortController();
    const asked = agent
      .call(POST_REWRITE_PATH, { body: { action: 'lengthen', text: 'A loaf.' }, signal: gone.signal })
      .catch((error: Error) => error.name);
    await expect.poll(() => model.requests.length).toBe(1);
    gone.abort();
    expect(await asked).toBe('AbortError');
    await expect.poll(model.hungUp).toBe(1);
  });
});

describe('a sample of a template', () => {
  const TIPS = { name: 'Tips', prompt: 'Five tips about {niche}' };

  async function sample(body: object): Promise<{ status: number; answer: TemplateSample & { error?: string } }> {
    const response = await agent.call(pathTo(templateApi.sampleTemplate, {}), { body });
    return { status: response.status, answer: await response.json() };
  }

  const stored = async () =>
    (await agent.admin.from('generated_content').select('id', { count: 'exact', head: true }).throwOnError()).count;

  it.each([
    ['Quotes', 'quote'],
    ['How to', 'steps'],
    ['Tips', 'list'],
    ['Questions', 'question'],
    ['Facts', 'fact'],
    ['Insights', 'insight'],
    ['Stories', 'story'],
  ])('the bundled example has what "%s" asks for', async (name, made) => {
    const template = { name, prompt: `Write about ${SAMPLE_NICHE}.` };
    const request = writeRequest({ niche: SAMPLE_NICHE, template, sources: [EXAMPLE_SOURCE], platforms: ['linkedin'] });
    const [post] = await builtInWriter.write(request);
    expect(post?.form?.made).toBe(made);
  });

  describe('a sample by the built-in writer', () => {
    it('is of the example while there is nothing else, and stores nothing', async () => {
      const { status, answer } = await sample(TIPS);
      expect([status, answer]).toEqual([
        200,
        expect.objectContaining({ from: 'example', niche: SAMPLE_NICHE, writer: 'built-in', costUsd: null }),
      ]);
      expect(answer.caption).toContain('1. Preheat the pot for at least 40 minutes');
      expect(await stored()).toBe(0);
    });

    it.each([
      ['a long name', { ...TIPS, name: '🥖'.repeat(201) }, 'Shorten the name to 200 characters.'],
      ['no prompt', { ...TIPS, prompt: ' ' }, 'Enter a prompt.'],
    ])('is refused for %s', async (_, body, words) => {
      const { status, answer } = await sample(body);
      expect([status, answer.error]).toEqual([400, expect.stringContaining(words)]);
    });

    it('takes as much as the database', async () =>
      expect((await sample({ name: '🥖'.repeat(200), prompt: '🥖'.repeat(10_000) })).status).toBe(200));
  });

  describe('in the terminal', () => {
    const run = (...args: string[]) => runHere(['templates', ...args, '--data-dir', agent.dataDir]);

    it('lists the templates, and shows a sample of one', async () => {
      await agent.admin
        .from('content_style_templates')
        .insert({ name: 'My tips', prompt_template: TIPS.prompt, day_of_week: 2 })
        .throwOnError();
      expect((await run('list')).stdout).toMatch(/My tips +Tuesday +active/);
      const { stdout, stderr } = await run('sample', 'my tips');
      expect(stdout).toContain('1. Preheat the pot');
      expect(stderr).toContain('from an example about Home baking, by the built-in writer. Nothing was stored.');
    });

    it('says where there is no such template, or no model', async () => {
      expect(await run('sample', 'None')).toMatchObject(
        failsWith('There is no template None. `local-agent templates list` shows'),
      );
      expect(await run('sample', 'my tips', '--model')).toMatchObject(
        failsWith('This sample needs a model. Choose one in Settings'),
      );
    });
  });

  describe('a sample by the model', () => {
    const calls = async () => (await (await agent.call('/api/ai')).json()).month.calls;
    const byModel = { ...TIPS, writer: 'model' };

    it('is of the passages that posts of the newest project quoted, and counts for the month', async () => {
      const { id } = await addProject(agent.admin, { niche_name: 'Rye bread', platforms: ['twitter'] });
      const passages = [
        'A rye dough needs a warm place and a whole night before it goes into the oven. Rye flour holds more water than wheat, so the dough stays soft and sticky.',
        'Rye bread keeps for a week in a linen bag. The crumb of rye bread is best on the second day, when it can be sliced thinly.',
      ];
      const sources = passages.map((passage) => ({ url: 'https://rye.example/a', title: 'Rye', passage }));
      await agent.admin
        .from('generated_content')
        .insert({ project_id: id, content_type: 'text', caption: 'Rye', sources, writer: 'built-in' })
        .throwOnError();
      const built = (await sample({ name: 'Insights', prompt: 'An insight about {niche}' })).answer;
      expect(built).toMatchObject({ from: 'project', niche: 'Rye bread', platform: 'twitter' });
      expect(passages.some((passage) => built.caption.includes(passage))).toBe(true);

      expect((await choose()).status).toBe(200);
      const before = await calls();
      model.play();
      const { status, answer } = await sample(byModel);
      expect([status, answer.from, answer.writer]).toEqual([200, 'project', 'openai-compatible:small-writer']);
      expect(answer.costUsd).toBeGreaterThan(0);
      expect(model.requests[0]?.text).toContain('Five tips about Rye bread');
      expect(await calls()).toBe(before + 1);
      expect(await stored()).toBe(1);
    });
  });
});
