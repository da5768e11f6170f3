import type { HTTPRequest, Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startTestAgent, type TestAgent } from './agent.ts';
import { byRole, openBrowser, type PageOptions, type TestBrowser, waitForText } from './browser.ts';
import { type ReusablePage, reusablePage } from './reusable-page.ts';

const RUN = /^POST .*\/api\/scripts\/run$/;

/**
 * The Scripts screen in a real browser against an agent of its own, which the file's tests share; each begins without
 * scripts. Called once at the top of a file.
 */
export function scriptsScreen() {
  let agent: TestAgent;
  let browser: TestBrowser;
  let account: { email: string; password: string };
  let page: Page;
  let reusable: ReusablePage;

  beforeAll(async () => {
    [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
    account = await agent.addMember();
    reusable = reusablePage(browser, agent);
  });
  afterAll(async () => {
    await Promise.all([agent?.close(), browser?.close()]);
  });
  beforeEach(async () => {
    await agent.admin.from('puppeteer_scripts').delete().gte('created_at', '2000-01-01').throwOnError();
  });
  afterEach(async () => {
    await reusable.empty();
  });

  /** Inserts scripts of which the first is the newest, approved on this machine, and answers their ids. */
  async function insertScripts(...scripts: { name: string; code?: string }[]): Promise<string[]> {
    const rows = scripts.map(({ name, code }, index) => ({
      name,
      code: code ?? `// ${name}`,
      created_at: new Date(Date.UTC(2026, 0, 28 - index)).toISOString(),
    }));
    const { data } = await agent.admin.from('puppeteer_scripts').insert(rows).select('id').throwOnError();
    for (const { code: script } of rows) await agent.call('/api/scripts/approvals', { body: { script } });
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

  /** Opens the app at this path, as the owner or somebody else. */
  async function open(path: string, options?: PageOptions, as = account) {
    page = await reusable.open(as, path, options);
  }

  async function openScripts(options?: PageOptions) {
    await open('/scripts', options);
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

  return {
    /** The page of the test that runs, once it is opened. */
    get page() {
      return page;
    },
    get agent() {
      return agent;
    },
    get account() {
      return account;
    },
    open,
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
  };
}
