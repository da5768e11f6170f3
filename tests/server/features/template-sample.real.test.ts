import { afterEach, describe, expect, it } from 'vitest';
import { EXAMPLE_SOURCE } from '../../../server/features/ai/example-source.ts';
import { builtInWriter } from '../../../server/generation/writers/built-in-writer.ts';
import { pathTo } from '../../../shared/api/operation.ts';
import { templateApi } from '../../../shared/api/projects.ts';
import { SAMPLE_NICHE, type TemplateSample } from '../../../shared/posts/template-sample.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { GOOD_KEY, startModelServer } from '../../helpers/ai-imitation/model-server.ts';
import { runHere } from '../../helpers/cli.ts';
import { failsWith } from '../../helpers/cli-ends.ts';
import { addProject } from '../../helpers/history.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { writeRequest } from '../generation/writing.ts';

const agent = ofFile(() => startFoundAgent());
const model = ofFile(() => startModelServer());

const TIPS = { name: 'Tips', prompt: 'Five tips about {niche}' };

async function ask(body: object): Promise<{ status: number; answer: TemplateSample & { error?: string } }> {
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
    const { status, answer } = await ask(TIPS);
    expect([status, answer]).toEqual([
      200,
      expect.objectContaining({ from: 'example', niche: SAMPLE_NICHE, writer: 'built-in', costUsd: null }),
    ]);
    expect(answer.caption).toContain('1. Preheat the pot for at least 40 minutes');
    expect(await stored()).toBe(0);
  });

  it.each([
    ['a long name', { ...TIPS, name: '🥖'.repeat(201) }, 'Shorten the name to 200 characters.'],
    ['a long prompt', { ...TIPS, prompt: 'x'.repeat(10_001) }, 'Shorten the prompt to 10,000 characters.'],
    ['no prompt', { ...TIPS, prompt: ' ' }, 'Enter a prompt.'],
  ])('is refused for %s', async (_, body, words) => {
    const { status, answer } = await ask(body);
    expect([status, answer.error]).toEqual([400, expect.stringContaining(words)]);
  });

  it('takes as much as the database', async () =>
    expect((await ask({ name: '🥖'.repeat(200), prompt: '🥖'.repeat(10_000) })).status).toBe(200));
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
  const byModel = { ...TIPS, writer: 'model' };
  const choose = (more: object = {}) =>
    agent.call('/api/ai', {
      body: {
        provider: 'openai-compatible',
        model: 'small-writer',
        baseUrl: model.baseUrl('openai-compatible'),
        apiKey: GOOD_KEY,
        price: { input: 10_000, output: 10_000 },
        ...more,
      },
    });
  afterEach(() => agent.call('/api/ai', { body: { monthlyCapUsd: null } }));

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
    const built = (await ask({ name: 'Insights', prompt: 'An insight about {niche}' })).answer;
    expect(built).toMatchObject({ from: 'project', niche: 'Rye bread', platform: 'twitter' });
    expect(passages.some((passage) => built.caption.includes(passage))).toBe(true);

    expect((await choose()).status).toBe(200);
    model.play();
    const { status, answer } = await ask(byModel);
    expect([status, answer.from, answer.writer]).toEqual([200, 'project', 'openai-compatible:small-writer']);
    expect(answer.costUsd).toBeGreaterThan(0);
    expect(model.requests[0]?.text).toContain('Five tips about Rye bread');
    expect((await (await agent.call('/api/ai')).json()).month.calls).toBe(1);
    expect(await stored()).toBe(1);
  });
});
