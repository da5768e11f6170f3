import type { HTTPRequest, Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  fill,
  openBrowser,
  type PageOptions,
  pageText,
  signIn,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests, holdRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

const LIST = /^GET .*\/rest\/v1\/puppeteer_scripts/;
const RUN = /^POST .*\/api\/scripts\/run$/;
const MARKUP = '<b>Bold</b> & <script>document.title="broken"</script> خبز 🍞';
const LONG_LINE = `const long = '${'x'.repeat(400)}';`;

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  account = await agent.addMember();
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  await agent.admin.from('puppeteer_scripts').delete().gte('created_at', '2000-01-01').throwOnError();
});
afterEach(async () => {
  await page?.browserContext().close();
});

/** Inserts scripts of which the first is the newest, and answers their ids. */
async function insertScripts(...scripts: { name: string; code?: string }[]): Promise<string[]> {
  const rows = scripts.map(({ name, code }, index) => ({
    name,
    code: code ?? `// ${name}`,
    created_at: new Date(Date.UTC(2026, 0, 28 - index)).toISOString(),
  }));
  const { data } = await agent.admin.from('puppeteer_scripts').insert(rows).select('id').throwOnError();
  return data.map(({ id }) => id);
}

async function storedScripts() {
  const { data } = await agent.admin
    .from('puppeteer_scripts')
    .select('name, code')
    .order('created_at', { ascending: false })
    .throwOnError();
  return data;
}

async function openScripts(options?: PageOptions) {
  page = await openSignedIn(browser, agent, account, '/scripts', options);
  await waitForText(page, 'Scripts');
}

/** Opens the screen with these scripts; the first one is selected. */
async function openWith(...scripts: Parameters<typeof insertScripts>) {
  await insertScripts(...scripts);
  await openScripts();
  await waitForCode(scripts[0]?.code ?? `// ${scripts[0]?.name}`);
}

const press = (name: string) => byRole(page, 'button', name).click();
const select = (name: string) => page.locator(`li button[title="${name}"]`).click();
const editor = () => byRole(page, 'textbox', 'Script Editor');
const isDisabled = (name: string) =>
  byRole(page, 'button', name)
    .map((button) => (button as HTMLButtonElement).disabled)
    .wait();
const names = () => page.$$eval('li button[title]', (all) => all.map((button) => button.getAttribute('title')));
const selectedName = () => page.$eval('li [aria-current=true]', (button) => button.getAttribute('title'));
const logs = () => page.$$eval('[role=log] p', (all) => all.map((line) => line.textContent));

/** Waits until the focus is on what is called so. */
async function waitForFocus(name: string) {
  await page.waitForFunction(
    (wanted: string) => {
      const { activeElement } = document;
      return (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent) === wanted;
    },
    { polling: 50 },
    name,
  );
}

async function waitForCode(code: string) {
  await page.waitForFunction(
    (wanted: string) =>
      [...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n') === wanted,
    { polling: 50 },
    code,
  );
}

/** Types at the very end of the script. */
async function typeCode(text: string) {
  await editor().click();
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
  await waitForText(page, 'Unsaved changes');
}

async function pressWithControl(key: 's' | 'Enter') {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}

/** Answers the next run when the returned function is called; tells which script was sent. */
async function holdRun(): Promise<{ sent: Promise<unknown>; answer: (body: unknown) => Promise<void> }> {
  const held = new Promise<HTTPRequest>((resolve) => {
    page.on('request', (request) => {
      if (RUN.test(`${request.method()} ${request.url()}`)) resolve(request);
      else void request.continue();
    });
  });
  await page.setRequestInterception(true);
  return {
    sent: held.then((request) => JSON.parse(request.postData() ?? 'null')),
    answer: async (body) =>
      (await held).respond({ status: 200, contentType: 'application/json', body: JSON.stringify(body) }),
  };
}

describe('an empty workspace', () => {
  it('says what §2 says, and there is nothing to run', async () => {
    await openScripts();
    await waitForText(
      page,
      'No Script Selected',
      'No script selected Create or select a script to get started',
      `Make sure the backend server is running on ${new URL(agent.url).host} and that valid Instagram cookies are saved.`,
    );
    expect(await isDisabled('Run Script')).toBe(true);
    expect(await page.$('.cm-editor')).toBeNull();
  });

  it('"New" creates a script in edit mode, with the name ready to be replaced', async () => {
    await openScripts();
    await press('New');
    await waitForText(page, 'Script created', 'Save Changes', 'Script Editor');
    await waitForCode('// Write your Puppeteer warm-up script here\n');
    expect(await page.$eval('input[placeholder="Script name"]', ({ value }) => value)).toBe('New Script');
    await page.keyboard.type('Morning scroll');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Script saved');
    expect(await storedScripts()).toEqual([
      { name: 'Morning scroll', code: '// Write your Puppeteer warm-up script here\n' },
    ]);
  });
});

describe('the list', () => {
  it('shows that it is loading', async () => {
    await openScripts();
    const release = await holdRequests(page, LIST);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await waitForText(page, 'Loading scripts...');
    await release();
    await waitForText(page, 'No scripts yet');
  });

  it('that cannot be loaded says so, with a retry', async () => {
    await openScripts();
    const end = await failRequests(page, LIST, { status: 500, body: { message: 'The database is full.' } });
    await page.reload();
    await waitForText(page, 'Error loading scripts The database is full.');
    await end();
    await press('Try again');
    await waitForText(page, 'No scripts yet');
  });

  it('is newest first with the first selected, highlighted, and shows markup as text', async () => {
    await openWith({ name: 'Newest' }, { name: MARKUP, code: LONG_LINE }, { name: 'Oldest' });
    expect(await names()).toEqual(['Newest', MARKUP, 'Oldest']);
    expect(await selectedName()).toBe('Newest');
    expect(await page.$$eval('li:has([aria-current=true])', (all) => all.length)).toBe(1);
    await page.locator('li:nth-child(2) button[title]').click();
    await waitForCode(LONG_LINE);
    expect(await page.$eval('h2', (heading) => heading.textContent)).toBe(MARKUP);
    expect(await page.title()).toBe('Scripts · Local Agent');
  });

  it('shows a delete icon in each row, here always, because nothing can hover in a headless browser', async () => {
    await openWith({ name: 'First' }, { name: 'Second' });
    const visible = await page.$$eval('li button[aria-label^="Delete "]', (all) =>
      all.map((button) => getComputedStyle(button).opacity),
    );
    expect(visible).toEqual(['1', '1']);
    await page.focus('li button[title="Second"]');
    await page.keyboard.press('Tab');
    await waitForFocus('Delete Second');
  });
});

describe('edit mode (§4)', () => {
  it('begins with typing; Ctrl+S saves and ends it', async () => {
    await openWith({ name: 'First', code: 'one();' });
    expect(await pageText(page)).not.toContain('Save Changes');
    await typeCode(' two();');
    await waitForText(page, 'Save Changes');
    await pressWithControl('s');
    await waitForText(page, 'Script saved', 'Your changes have been saved successfully');
    expect(await storedScripts()).toEqual([{ name: 'First', code: 'one(); two();' }]);
    expect(await pageText(page)).not.toContain('Save Changes');
    expect(await pageText(page)).not.toContain('Unsaved changes');
  });

  it('begins with the pencil; "Save Changes" saves and ends it', async () => {
    await openWith({ name: 'First' });
    await press('Rename script');
    await fill(page, 'Script name', 'Renamed 🍞');
    await press('Save Changes');
    await waitForText(page, 'Script saved');
    expect(await names()).toEqual(['Renamed 🍞']);
    expect(await page.$('input[placeholder="Script name"]')).toBeNull();
    await waitForFocus('Rename script');
  });

  it('Escape puts the old name back', async () => {
    await openWith({ name: 'First' });
    await press('Rename script');
    await page.keyboard.type('Second');
    await waitForText(page, 'Unsaved changes');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('h2')?.textContent === 'First');
    await waitForFocus('Rename script');
  });

  it.each([
    ['   ', 'Give the script a name.'],
    ['x'.repeat(201), 'Shorten the name to 200 characters.'],
  ])('does not save the name %j', async (name, words) => {
    await openWith({ name: 'First' });
    await press('Rename script');
    await page.keyboard.sendCharacter(name);
    await waitForText(page, words);
    await page.keyboard.press('Enter');
    await waitForText(page, `Error saving script ${words}`);
    expect(await storedScripts()).toEqual([{ name: 'First', code: '// First' }]);
  });

  it('keeps what was typed when a save fails', async () => {
    await openWith({ name: 'First', code: 'one();' });
    await typeCode(' two();');
    await failRequests(page, /^PATCH .*puppeteer_scripts/, 'no connection');
    await press('Save Changes');
    await waitForText(page, 'Error saving script', 'The backend could not be reached.', 'Unsaved changes');
    await waitForCode('one(); two();');
  });

  it('loses no key in a long script on a slow machine, and none to a reload right after', async () => {
    const code = 'work();\n'.repeat(20_000);
    const typed = 'The quick brown fox jumps over the lazy dog';
    await insertScripts({ name: 'First', code });
    await openScripts();
    await page.emulateCPUThrottling(4);
    await editor().click();
    await page.keyboard.down('Control');
    await page.keyboard.press('Home');
    await page.keyboard.up('Control');
    await page.keyboard.type(typed);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await waitForText(page, 'Unsaved changes', `${typed}work();`);
    await pressWithControl('s');
    await waitForText(page, 'Script saved');
    expect(await storedScripts()).toEqual([{ name: 'First', code: typed + code }]);
  });

  it('Tab indents, and Escape then Tab leaves the editor', async () => {
    await openWith({ name: 'First', code: '' });
    await editor().click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('x');
    await waitForCode('  x');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.cm-editor'))).toBeNull();
  });
});

describe('deleting', () => {
  it('asks first; Cancel keeps the script', async () => {
    await openWith({ name: 'First' });
    await press('Delete First');
    await waitForText(
      page,
      'Delete Script Are you sure you want to delete this script? This action cannot be undone.',
      'Cancel',
    );
    await press('Cancel');
    await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
    expect(await storedScripts()).toHaveLength(1);
    await waitForFocus('Delete First');
  });

  it('unselects the selected script', async () => {
    await openWith({ name: 'First' }, { name: 'Second' });
    await typeCode('edited');
    await press('Delete First');
    await press('Delete');
    await waitForText(page, 'Script deleted', 'No Script Selected', 'Create or select a script to get started');
    expect(await names()).toEqual(['Second']);
    expect(await page.$('[aria-current=true]')).toBeNull();
    await waitForFocus('Scripts');
  });

  it('leaves the selection alone when another script is deleted', async () => {
    await openWith({ name: 'First' }, { name: 'Second' });
    await press('Delete Second');
    await press('Delete');
    await waitForText(page, 'Script deleted');
    expect(await selectedName()).toBe('First');
  });
});

describe('running (§4)', () => {
  it('sends what stands in the editor, is busy meanwhile, then shows the lines of the server', async () => {
    const [id] = await insertScripts({ name: 'First', code: 'one();' }, { name: 'Second' });
    await openScripts();
    await waitForCode('one();');
    await page.waitForSelector('[role=img][aria-label=Idle]');
    await typeCode(' two();');
    const run = await holdRun();
    await press('Run Script');
    await waitForText(page, 'Running...', 'Execution Logs');
    expect(await isDisabled('Running...')).toBe(true);
    expect(await logs()).toEqual(['Starting script...']);
    await page.waitForSelector('[role=img][aria-label=Running]');
    expect(await run.sent).toEqual({ script: 'one(); two();', scriptId: id, name: 'First' });
    const many = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`);
    await run.answer({ logs: ['<b>Hello</b>', ...many] });
    await waitForText(page, 'Script completed', 'Puppeteer warm-up script executed successfully', 'Run Script');
    await page.waitForSelector('[role=img][aria-label=Success]');
    expect(await logs()).toEqual(['Starting script...', '<b>Hello</b>', ...many]);
    const log = await page.$eval('[role=log]', (element) => ({
      height: element.getBoundingClientRect().height,
      below: element.scrollHeight - element.scrollTop - element.clientHeight,
    }));
    expect(log.height).toBeLessThanOrEqual(400);
    expect(log.below).toBeLessThan(2);
  });

  it('goes on while another screen is open, and belongs to its own script', async () => {
    await openWith({ name: 'First' }, { name: 'Second' });
    const run = await holdRun();
    await editor().click();
    await pressWithControl('Enter');
    await waitForText(page, 'Running...');
    await select('Second');
    await page.waitForSelector('[role=img][aria-label=Idle]');
    expect(await pageText(page)).not.toContain('Execution Logs');
    await byRole(page, 'link', 'Settings').click();
    await waitForPath(page, '/settings');
    await run.answer({ logs: ['Done'] });
    await waitForText(page, 'Script completed');
    await byRole(page, 'link', 'Scripts').click();
    await waitForText(page, 'Starting script... Done');
  });

  it.each<[string, unknown, string[], string]>([
    [
      'the connection fails',
      'no connection',
      ['Error: Backend server not running. Start it with "npx local-agent start", then run the script again.'],
      'Cannot connect to backend',
    ],
    [
      'it answers with an error',
      { status: 500, body: {} },
      ['Error: Failed to run script'],
      'Cannot connect to backend',
    ],
    [
      'it says why',
      { status: 409, body: { error: 'A script is running already.', code: 'already_running' } },
      ['Error: Failed to run script', 'A script is running already.'],
      'Cannot connect to backend',
    ],
    [
      'the script itself fails',
      { status: 422, body: { error: 'x is not defined', code: 'script_failed', logs: ['Opened the feed'] } },
      ['Opened the feed', 'Error: Failed to run script', 'x is not defined'],
      'Script failed',
    ],
    [
      'the answer cannot be read',
      { status: 200, body: { lines: [] } },
      ['Error: The backend answered without the logs of the run.'],
      'Cannot connect to backend',
    ],
  ])('says what went wrong when %s', async (_, fault, lines, toast) => {
    await openWith({ name: 'First' });
    await failRequests(page, RUN, fault as Parameters<typeof failRequests>[2]);
    await press('Run Script');
    await waitForText(page, toast, 'Run Script');
    await page.waitForSelector('[role=img][aria-label=Error]');
    expect(await logs()).toEqual(['Starting script...', ...lines]);
  });
});

describe('unsaved changes', () => {
  beforeEach(async () => {
    await insertScripts({ name: 'First', code: 'one();' }, { name: 'Second' });
    page = await openSignedIn(browser, agent, account, '/templates');
    await byRole(page, 'link', 'Settings').click();
    await waitForPath(page, '/settings');
    await byRole(page, 'link', 'Scripts').click();
    await waitForCode('one();');
    await typeCode(' two();');
  });
  const asked = () => waitForText(page, 'Save your changes?', '"First" has changes that are not saved yet.');
  const notAsked = () => page.waitForFunction(() => !document.querySelector('[role=dialog]'));

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['a link', () => byRole(page, 'link', 'Accounts').click(), () => waitForPath(page, '/accounts')],
    ['the back button', () => page.evaluate(() => history.back()), () => waitForPath(page, '/settings')],
    ['another script', () => select('Second'), () => waitForCode('// Second')],
    ['a new script', () => press('New'), () => waitForText(page, 'Script created')],
    ['Logout', () => press('Logout'), () => waitForPath(page, '/auth')],
  ])('are asked about before %s', async (_, leave, arrived) => {
    await leave();
    await asked();
    await waitForPath(page, '/scripts');
    await press('Keep editing');
    await notAsked();
    await waitForCode('one(); two();');
    await leave();
    await asked();
    await press('Discard');
    await arrived();
    expect(await storedScripts()).toContainEqual({ name: 'First', code: 'one();' });
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['a link', () => byRole(page, 'link', 'Accounts').click(), () => waitForPath(page, '/accounts')],
    ['the back button', () => page.evaluate(() => history.back()), () => waitForPath(page, '/settings')],
    ['another script', () => select('Second'), () => waitForCode('// Second')],
  ])('are saved when asked to before %s', async (_, leave, arrived) => {
    await leave();
    await asked();
    await press('Save');
    await arrived();
    await waitForText(page, 'Script saved');
    expect(await storedScripts()).toContainEqual({ name: 'First', code: 'one(); two();' });
  });

  it('are asked about before a link of the sheet on a narrow window, which then closes', async () => {
    await page.setViewport({ width: 400, height: 800 });
    await press('Open menu');
    await byRole(page, 'link', 'Accounts').click();
    await asked();
    await press('Discard');
    await waitForPath(page, '/accounts');
    await notAsked();
  });

  it('hold the screen however often the back button is pressed', async () => {
    await page.evaluate(() => {
      history.back();
      history.back();
    });
    await asked();
    await waitForPath(page, '/scripts');
    await press('Keep editing');
    await notAsked();
    await waitForCode('one(); two();');
    await page.evaluate(() => history.back());
    await asked();
    await press('Discard');
    await waitForPath(page, '/settings');
    await page.evaluate(() => history.forward());
    await waitForCode('one();');
  });

  it('do not stand in the way of the same page and of another tab', async () => {
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="#content"]')?.click());
    await waitForPath(page, '/scripts#content');
    await page.evaluate(() => history.back());
    await waitForPath(page, '/scripts');
    expect(await page.$('[role=dialog]')).toBeNull();
    await byRole(page, 'link', 'Accounts').click();
    await asked();
  });

  it('bring up the browser’s own question before a reload, and survive it', async () => {
    const asking = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      });
    });
    await page.reload();
    expect(await asking).toBe('beforeunload');
    await waitForText(page, 'Unsaved changes', 'Save Changes');
    await waitForCode('one(); two();');
  });

  it('survive a session that was lost, and are marked as unsaved', async () => {
    const other = await page.browserContext().newPage();
    await other.goto(new URL('/', agent.url).href);
    await byRole(other, 'button', 'Logout').click();
    await waitForPath(other, '/auth');
    await page.bringToFront();
    await waitForPath(page, '/auth');
    await signIn(page, agent.url, account, '/scripts');
    await waitForText(page, 'Unsaved changes', 'Save Changes');
    await waitForCode('one(); two();');
  });

  it('ask nothing once they are saved', async () => {
    await pressWithControl('s');
    await waitForText(page, 'Script saved');
    await byRole(page, 'link', 'Accounts').click();
    await waitForPath(page, '/accounts');
  });
});

describe('a script that somebody else', () => {
  let id: string;
  beforeEach(async () => {
    [id = ''] = await insertScripts({ name: 'First', code: 'one();' }, { name: 'Second' });
    await openScripts();
    await waitForCode('one();');
    await typeCode(' mine();');
  });
  const changeElsewhere = () =>
    agent.admin.from('puppeteer_scripts').update({ name: 'Theirs', code: 'theirs();' }).eq('id', id).throwOnError();
  const deleteElsewhere = () => agent.admin.from('puppeteer_scripts').delete().eq('id', id).throwOnError();

  it('changed is overwritten only when that is chosen', async () => {
    await changeElsewhere();
    await press('Save Changes');
    await waitForText(page, 'This script was changed elsewhere', '"Theirs" was saved');
    expect(await storedScripts()).toContainEqual({ name: 'Theirs', code: 'theirs();' });
    await press('Overwrite with mine');
    await waitForText(page, 'Script saved');
    expect(await storedScripts()).toContainEqual({ name: 'First', code: 'one(); mine();' });
  });

  it('changed is read again when that is chosen', async () => {
    await changeElsewhere();
    await pressWithControl('s');
    await waitForText(page, 'This script was changed elsewhere');
    await press('Load theirs');
    await waitForCode('theirs();');
    expect(await pageText(page)).not.toContain('Unsaved changes');
  });

  it('deleted can be saved as a new script', async () => {
    await deleteElsewhere();
    await press('Save Changes');
    await waitForText(page, 'This script was deleted elsewhere');
    await press('Keep editing');
    await waitForCode('one(); mine();');
    await press('Save Changes');
    await press('Save as new script');
    await waitForText(page, 'Script created');
    await waitForCode('one(); mine();');
    expect(await storedScripts()).toContainEqual({ name: 'First', code: 'one(); mine();' });
  });

  it('deleted can be let go', async () => {
    await deleteElsewhere();
    await press('Save Changes');
    await press('Discard my text');
    await waitForText(page, 'No Script Selected');
    expect(await names()).toEqual(['Second']);
  });
});

describe('looks', () => {
  it.each(['light', 'dark'] as const)('axe finds nothing serious in the %s theme', async (colorScheme) => {
    await insertScripts(
      { name: MARKUP, code: 'const one = 1; // and two\n' },
      { name: 'x'.repeat(200), code: LONG_LINE },
    );
    await openScripts({ colorScheme });
    await page.waitForSelector('.cm-editor');
    await failRequests(page, RUN, 'no connection');
    await press('Run Script');
    await waitForText(page, 'Error: Backend server not running');
    await typeCode('two();');
    expect(await axeViolations(page)).toEqual([]);
    await press(`Delete ${'x'.repeat(200)}`);
    await waitForText(page, 'Delete Script');
    expect(await axeViolations(page)).toEqual([]);
    await press('Cancel');
    await byRole(page, 'link', 'Accounts').click();
    await waitForText(page, 'Save your changes?');
    expect(await axeViolations(page)).toEqual([]);
  });

  it.each([360, 768, 1440])('nothing is cut off at %d px', async (width) => {
    await insertScripts({ name: 'x'.repeat(200), code: LONG_LINE }, { name: MARKUP });
    await openScripts({ width, height: 800 });
    await page.waitForSelector('.cm-editor');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await typeCode('x');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it('the editor comes with this screen alone, and the content security policy lets it be styled', async () => {
    await insertScripts({ name: 'First' });
    page = await openSignedIn(browser, agent, account);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    const loaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('code-editor')));
    await waitForText(page, 'Quick Actions');
    expect(await loaded()).toBe(false);
    await byRole(page, 'link', 'Scripts').click();
    await waitForCode('// First');
    expect(await loaded()).toBe(true);
    const comment = await page.$eval('.cm-line span', (span) => getComputedStyle(span).fontStyle);
    expect(comment).toBe('italic');
    expect(complaints).toEqual([]);
  });
});
