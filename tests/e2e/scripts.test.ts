import { describe, expect, it } from 'vitest';
import { axeViolations, byRole, pageText, waitForPath, waitForText } from '../helpers/browser.ts';
import { failRequests, holdRequests } from '../helpers/request-faults.ts';
import { scriptsScreen } from '../helpers/scripts-screen.ts';

const LIST = /^GET .*\/rest\/v1\/puppeteer_scripts/;
const RUN = /^POST .*\/api\/scripts\/run$/;
const MARKUP = '<b>Bold</b> & <script>document.title="broken"</script> خبز 🍞';
const LONG_LINE = `const long = '${'x'.repeat(400)}';`;

const screen = scriptsScreen();
const {
  insertScripts,
  storedScripts,
  openScripts,
  openWith,
  press,
  select,
  editor,
  isDisabled,
  names,
  selectedName,
  logs,
  waitForFocus,
  waitForCode,
  typeCode,
  pressWithControl,
  holdRun,
} = screen;

describe('an empty workspace', () => {
  it('says what §2 says, and there is nothing to run', async () => {
    await openScripts();
    await waitForText(
      screen.page,
      'No Script Selected',
      'No script selected Create or select a script to get started',
      `Make sure the backend server is running on ${new URL(screen.agent.url).host} and that valid Instagram cookies are saved.`,
    );
    expect(await isDisabled('Run Script')).toBe(true);
    expect(await screen.page.$('.cm-editor')).toBeNull();
  });

  it('"New" creates a script in edit mode, with the name ready to be replaced', async () => {
    await openScripts();
    await press('New');
    await waitForText(screen.page, 'Script created', 'Save Changes', 'Script Editor');
    await waitForText(screen.page, 'Scripts run on this machine with your rights. Run only code that you trust.');
    await waitForCode('// Write your Puppeteer warm-up script here\n');
    expect(await screen.page.$eval('input[placeholder="Script name"]', ({ value }) => value)).toBe('New Script');
    await screen.page.keyboard.type('Morning scroll');
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Script saved');
    expect(await storedScripts()).toEqual([
      { name: 'Morning scroll', code: '// Write your Puppeteer warm-up script here\n' },
    ]);
  });
});

describe('the list', () => {
  it('shows that it is loading', async () => {
    await openScripts();
    const release = await holdRequests(screen.page, LIST);
    await screen.page.reload({ waitUntil: 'domcontentloaded' });
    await waitForText(screen.page, 'Loading scripts...');
    await release();
    await waitForText(screen.page, 'No scripts yet');
  });

  it('that cannot be loaded says so, with a retry', async () => {
    await openScripts();
    const end = await failRequests(screen.page, LIST, { status: 500, body: { message: 'The database is full.' } });
    await screen.page.reload();
    await waitForText(screen.page, 'Error loading scripts The database is full.');
    await end();
    await press('Try again');
    await waitForText(screen.page, 'No scripts yet');
  });

  it('is newest first with the first selected, highlighted, and shows markup as text', async () => {
    await openWith({ name: 'Newest' }, { name: MARKUP, code: LONG_LINE }, { name: 'Oldest' });
    expect(await names()).toEqual(['Newest', MARKUP, 'Oldest']);
    expect(await selectedName()).toBe('Newest');
    expect(await screen.page.$$eval('li:has([aria-current=true])', (all) => all.length)).toBe(1);
    await screen.page.locator('li:nth-child(2) button[title]').click();
    await waitForCode(LONG_LINE);
    expect(await screen.page.$eval('h2', (heading) => heading.textContent)).toBe(MARKUP);
    expect(await screen.page.title()).toBe('Scripts · Local Agent');
  });

  it('shows a delete icon in each row, here always, because nothing can hover in a headless browser', async () => {
    await openWith({ name: 'First' }, { name: 'Second' });
    const visible = await screen.page.$$eval('li button[aria-label^="Delete "]', (all) =>
      all.map((button) => getComputedStyle(button).opacity),
    );
    expect(visible).toEqual(['1', '1']);
    await screen.page.focus('li button[title="Second"]');
    await screen.page.keyboard.press('Tab');
    await waitForFocus('Delete Second');
  });
});

describe('deleting', () => {
  it('asks first; Cancel keeps the script', async () => {
    await openWith({ name: 'First' });
    await press('Delete First');
    await waitForText(
      screen.page,
      'Delete Script Are you sure you want to delete this script? This action cannot be undone.',
      'Cancel',
    );
    await press('Cancel');
    await screen.page.waitForFunction(() => !document.querySelector('[role=dialog]'));
    expect(await storedScripts()).toHaveLength(1);
    await waitForFocus('Delete First');
  });

  it('unselects the selected script', async () => {
    await openWith({ name: 'First' }, { name: 'Second' });
    await typeCode('edited');
    await press('Delete First');
    await press('Delete');
    await waitForText(screen.page, 'Script deleted', 'No Script Selected', 'Create or select a script to get started');
    expect(await names()).toEqual(['Second']);
    expect(await screen.page.$('[aria-current=true]')).toBeNull();
    await waitForFocus('Scripts');
  });

  it('leaves the selection alone when another script is deleted', async () => {
    await openWith({ name: 'First' }, { name: 'Second' });
    await press('Delete Second');
    await press('Delete');
    await waitForText(screen.page, 'Script deleted');
    expect(await selectedName()).toBe('First');
  });
});

describe('running (§4)', () => {
  it('sends what stands in the editor, is busy meanwhile, then shows the lines of the server', async () => {
    const [id] = await insertScripts({ name: 'First', code: 'one();' }, { name: 'Second' });
    await openScripts();
    await waitForCode('one();');
    await screen.page.waitForSelector('[role=img][aria-label=Idle]');
    await typeCode(' two();');
    const run = await holdRun();
    await press('Run Script');
    await waitForText(screen.page, 'Running...', 'Execution Logs');
    expect(await isDisabled('Running...')).toBe(true);
    expect(await logs()).toEqual(['Starting script...']);
    await screen.page.waitForSelector('[role=img][aria-label=Running]');
    expect(await run.sent).toEqual({ script: 'one(); two();', scriptId: id, name: 'First' });
    const many = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`);
    await run.answer({ logs: ['<b>Hello</b>', ...many] });
    await waitForText(screen.page, 'Script completed', 'Puppeteer warm-up script executed successfully', 'Run Script');
    await screen.page.waitForSelector('[role=img][aria-label=Success]');
    expect(await logs()).toEqual(['Starting script...', '<b>Hello</b>', ...many]);
    const log = await screen.page.$eval('[role=log]', (element) => ({
      height: element.getBoundingClientRect().height,
      below: element.scrollHeight - element.scrollTop - element.clientHeight,
    }));
    expect(log.height).toBeLessThanOrEqual(400);
    expect(log.below).toBeLessThan(2);
  });

  it('shows a text that somebody else wrote, asks, and runs it here once that was approved', async () => {
    await insertScripts({ name: 'First', code: 'log("own");' });
    await screen.agent.admin
      .from('puppeteer_scripts')
      .update({ code: 'log("theirs");' })
      .eq('name', 'First')
      .throwOnError();
    await openScripts();
    await waitForCode('log("theirs");');
    await press('Run Script');
    await waitForText(screen.page, 'Run this script here?', 'It runs with your rights', 'log("theirs");');
    expect(await axeViolations(screen.page)).toEqual([]);
    await press('Cancel');
    await screen.page.waitForSelector('[role=dialog]', { hidden: true });
    expect(await (await screen.agent.call('/api/scripts/runs')).json()).toEqual([]);
    await press('Run Script');
    await press('Run it here');
    await waitForText(screen.page, 'Script completed');
    expect(await logs()).toEqual(['Starting script...', 'theirs']);
  });

  it('is not offered to a member who may not run code, and says who allows it', async () => {
    const { email, password } = await screen.agent.addMember('ada@example.com');
    await insertScripts({ name: 'First', code: 'log("own");' });
    await screen.open('/scripts', {}, { email, password });
    await waitForText(screen.page, 'You may not run scripts here', 'Settings, Members');
    expect(await isDisabled('Run Script')).toBe(true);
  });

  it('goes on while another screen is open, and belongs to its own script', async () => {
    await openWith({ name: 'First' }, { name: 'Second' });
    const run = await holdRun();
    await editor().click();
    await pressWithControl('Enter');
    await waitForText(screen.page, 'Running...');
    await select('Second');
    await screen.page.waitForSelector('[role=img][aria-label=Idle]');
    expect(await pageText(screen.page)).not.toContain('Execution Logs');
    await byRole(screen.page, 'link', 'Settings').click();
    await waitForPath(screen.page, '/settings');
    // The address changes before the screen does, which keeps its selection until then.
    await byRole(screen.page, 'heading', 'Settings').wait();
    await run.answer({ logs: ['Done'] });
    await waitForText(screen.page, 'Script completed');
    await byRole(screen.page, 'link', 'Scripts').click();
    await waitForText(screen.page, 'Starting script... Done');
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
    await failRequests(screen.page, RUN, fault as Parameters<typeof failRequests>[2]);
    await press('Run Script');
    await waitForText(screen.page, toast, 'Run Script');
    await screen.page.waitForSelector('[role=img][aria-label=Error]');
    expect(await logs()).toEqual(['Starting script...', ...lines]);
  });
});

describe('looks', () => {
  it.each(['light', 'dark'] as const)('axe finds nothing serious in the %s theme', async (colorScheme) => {
    await insertScripts(
      { name: MARKUP, code: 'const one = 1; // and two\n' },
      { name: 'x'.repeat(200), code: LONG_LINE },
    );
    await openScripts({ colorScheme });
    await screen.page.waitForSelector('.cm-editor');
    await failRequests(screen.page, RUN, 'no connection');
    await press('Run Script');
    await waitForText(screen.page, 'Error: Backend server not running');
    await typeCode('two();');
    expect(await axeViolations(screen.page)).toEqual([]);
    await press(`Delete ${'x'.repeat(200)}`);
    await waitForText(screen.page, 'Delete Script');
    expect(await axeViolations(screen.page)).toEqual([]);
    await press('Cancel');
    await byRole(screen.page, 'link', 'Accounts').click();
    await waitForText(screen.page, 'Save your changes?');
    expect(await axeViolations(screen.page)).toEqual([]);
  });

  it.each([360, 768, 1440])('nothing is cut off at %d px', async (width) => {
    await insertScripts({ name: 'x'.repeat(200), code: LONG_LINE }, { name: MARKUP });
    await openScripts({ width, height: 800 });
    await screen.page.waitForSelector('.cm-editor');
    expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await typeCode('x');
    expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it('the editor comes with this screen alone, and the content security policy lets it be styled', async () => {
    await insertScripts({ name: 'First' });
    await screen.open('/');
    const complaints: string[] = [];
    screen.page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    const loaded = () =>
      screen.page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('code-editor')),
      );
    await waitForText(screen.page, 'Quick Actions');
    expect(await loaded()).toBe(false);
    await byRole(screen.page, 'link', 'Scripts').click();
    await waitForCode('// First');
    expect(await loaded()).toBe(true);
    const comment = await screen.page.$eval('.cm-line span', (span) => getComputedStyle(span).fontStyle);
    expect(comment).toBe('italic');
    expect(complaints).toEqual([]);
  });
});
