import { screen, waitFor } from '@testing-library/dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_KEY, type ModelServer, startModelServer } from '../../helpers/ai-imitation/model-server.ts';
import { appInDocument, says } from '../../helpers/component/app.tsx';
import { isFull } from '../../helpers/depth.ts';

/** The AI card of Settings, from the built-in writer to a model's posts. */
const app = appInDocument();
const { press, fill, choose } = app;

let models: ModelServer;

beforeAll(async () => {
  models = await startModelServer();
});
afterAll(() => models?.close());

/** The refusals on the screen: one next to the key and, after a test, one below the buttons. */
const refusals = () => document.body.textContent?.match(/OpenAI refused the key\. Copy it again/g) ?? [];
const openAdvanced = async () => app.user.click(await screen.findByText('Address and price'));

/** A field with a list of suggestions has another role. */
async function fillModel(name: string, text: string) {
  await app.user.clear(await screen.findByLabelText(name));
  await app.user.paste(text);
}

describe('the AI card', () => {
  it('begins with the built-in writer, and says where there are no picture models', async () => {
    await app.open('/settings/ai');
    await says('AI Writer', 'Built-in writer (no AI)', 'Runs on this machine, free of charge.');
    await choose('Written by', 'Anthropic');
    await says('Anthropic has no picture models, so pictures are drawn as cards.');
    expect(screen.queryByLabelText('Picture model')).toBeNull();
    const link = screen.getByRole('link', { name: 'Get a key from Anthropic' });
    expect(link.getAttribute('href')).toMatch(/^https:\/\/console\.anthropic\.com\//);
    const [key, model] = ['API key', 'Model'].map((label) => screen.getByLabelText(label));
    expect(key?.compareDocumentPosition(model as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('says what is missing and what the provider says to it, and keeps the choice but never shows the key', async () => {
    await app.open('/settings/ai');
    await choose('Written by', 'OpenAI');
    await press('Save AI Settings');
    await says('Enter the model’s name.', 'Enter the API key from your account with the provider.');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    await openAdvanced();
    await fill('Server address', models.baseUrl('openai'));
    await fillModel('Model', 'small-writer');
    await fill('API key', 'sk-wrong-key-of-somebody');
    screen.getByLabelText('Model').focus();
    await waitFor(() => expect(refusals()).toHaveLength(1));
    expect(screen.getByLabelText('API key').getAttribute('aria-invalid')).toBe('true');
    await press('Test');
    await waitFor(() => expect(refusals()).toHaveLength(2));
    await fill('API key', GOOD_KEY);
    screen.getByLabelText('Model').focus();
    await says('2 models found. Type to choose one.');
    await press('Save AI Settings');
    await says('AI settings saved');
    app.reload();
    await screen.findByPlaceholderText('Saved. Enter another to replace it.');
    expect(document.documentElement.outerHTML).not.toContain(GOOD_KEY);
    expect((await screen.findByLabelText<HTMLInputElement>('Model')).value).toBe('small-writer');
  });

  it.runIf(isFull)('tries a model, takes prices and a cap, and asks for the key of another address', async () => {
    await app.open('/settings/ai');
    await choose('Written by', 'OpenAI');
    await openAdvanced();
    await fill('Server address', models.baseUrl('openai'));
    await fillModel('Model', 'small-writer');
    await fill('API key', GOOD_KEY);
    models.play({ say: { ready: true } });
    await press('Test');
    await says('small-writer responded in');
    await fillModel('Picture model', 'small-image');
    await fill('Input price', '2');
    await press('Save AI Settings');
    await says('Enter both prices in US dollars, or neither.');
    await fill('Output price', '10');
    await fill('Monthly cap', '5');
    await press('Save AI Settings');
    await says('AI settings saved', 'left of $5.00');
    await fill('Server address', 'https://elsewhere.example/v1');
    await press('Save AI Settings');
    await says('Enter the key again: the address has changed, and the saved key is only for the old one.');
  });
});
