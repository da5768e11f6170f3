import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  GOOD_KEY,
  type ModelServer,
  SERVED_MODELS,
  SERVED_PICTURE_MODELS,
  startModelServer,
} from '../helpers/ai-imitation/model-server.ts';
import {
  axeViolations,
  byRole,
  fill,
  openBrowser,
  type TestBrowser,
  waitForOptions,
  waitForText,
} from '../helpers/browser.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';

/** The AI card of Settings, from the built-in writer to a model's posts. The order matters. */

let agent: TestAgent;
let browser: TestBrowser;
let models: ModelServer;
let sources: SourceServer;
let page: Page;

beforeAll(async () => {
  [agent, browser, models, sources] = await Promise.all([
    startTestAgent(),
    openBrowser(),
    startModelServer(),
    startSourceServer(),
  ]);
  page = await openSignedIn(browser, agent, await agent.addMember(), '/settings');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), models?.close(), sources?.close()]);
});

const press = (name: string) => byRole(page, 'button', name).click();

async function choose(provider: string) {
  await byRole(page, 'combobox', 'Written by').click();
  await waitForOptions(page);
  await byRole(page, 'option', provider).click();
}

describe('the AI card', () => {
  it('begins with the built-in writer', async () => {
    await waitForText(page, 'AI Writer', 'Built-in writer (no AI)', 'Runs on this machine, free of charge.');
  });

  it('says where there are no picture models, and takes none there', async () => {
    await choose('Anthropic');
    await waitForText(page, 'Anthropic has no picture models, so pictures are drawn as cards.');
    expect(await page.$$('::-p-aria(Picture model)')).toHaveLength(0);
  });

  it('says what is missing, at the field', async () => {
    await choose('OpenAI');
    await press('Save AI Settings');
    await waitForText(page, 'Enter the model’s name.', 'Enter the API key from your account with the provider.');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await page.click('summary');
    await fill(page, 'Server address', models.baseUrl('openai'));
    await fill(page, 'Model', 'small-writer');
  });

  it('tells the provider’s trouble with its remedy, and then that it works', async () => {
    await fill(page, 'API key', 'sk-wrong-key-of-somebody');
    await press('Test');
    await waitForText(page, 'OpenAI refused the key. Copy it again');
    models.play({ say: { ready: true } });
    await fill(page, 'API key', GOOD_KEY);
    await press('Test');
    await waitForText(page, 'small-writer responded in');
  });

  it('offers the models that the provider lists, once a field for one has the focus', async () => {
    expect(await page.$$('datalist')).toHaveLength(0);
    await page.focus('::-p-aria(Model)');
    await waitForText(page, '2 models found. Type to choose one.');
    const offered = await page.$$eval('datalist', (lists) =>
      lists.map((list) => [...list.querySelectorAll('option')].map(({ value }) => value)),
    );
    expect(offered).toEqual([SERVED_MODELS, SERVED_PICTURE_MODELS]);
    await fill(page, 'Picture model', 'small-image');
  });

  it('says why there is no list, beside the field that works all the same', async () => {
    await fill(page, 'API key', 'sk-wrong-key-of-somebody');
    await page.focus('::-p-aria(Model)');
    await waitForText(page, 'Could not list the models: OpenAI refused the key.');
    await fill(page, 'API key', GOOD_KEY);
    await page.focus('::-p-aria(Model)');
    await waitForText(page, '2 models found.');
  });

  it('keeps the choice, and never shows the key again', async () => {
    await fill(page, 'Input price', '2');
    await press('Save AI Settings');
    await waitForText(page, 'Enter both prices in US dollars, or neither.');
    await fill(page, 'Output price', '10');
    await fill(page, 'Monthly cap', '5');
    await press('Save AI Settings');
    await waitForText(page, 'AI settings saved');
    await page.reload();
    await page.waitForSelector('input[placeholder="Saved. Enter another to replace it."]');
    expect(await page.content()).not.toContain(GOOD_KEY);
    expect(await page.$eval('::-p-aria(Picture model)', (input) => (input as HTMLInputElement).value)).toBe(
      'small-image',
    );
    await waitForText(page, 'tokens in and 200 out, in 1 call', 'left of $5.00');
  });

  it('asks for the key again when it would go elsewhere', async () => {
    await page.click('summary');
    await fill(page, 'Server address', 'https://elsewhere.example/v1');
    await press('Save AI Settings');
    await waitForText(page, 'Enter the key again: the address has changed, and the saved key is only for the old one.');
  });

  it.each(['light', 'dark'])('is readable for everybody in the %s theme, and on a narrow page', async (theme) => {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    expect(await axeViolations(page)).toEqual([]);
    const viewport = page.viewport();
    await page.setViewport({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewport(viewport);
  });
});

it('has posts written by the model, which the Scheduler names', async () => {
  await agent.admin
    .from('content_projects')
    .insert({
      niche_name: 'Home baking',
      source_url_1: `${sources.origin}/sourdough.html`,
      source_url_2: `${sources.origin}/strength.html`,
      platforms: ['instagram'],
      posts_per_day: 1,
    })
    .throwOnError();
  models.play();
  await page.goto(new URL('/scheduler', agent.url).href);
  await press('Generate Content Now');
  await waitForText(page, 'Content generated successfully using');
  await waitForText(page, 'small-writer (OpenAI)');
  expect(models.requests.map(({ model }) => model)).toEqual(['small-writer', 'small-image']);
});
