import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const BROWSER = new URL('../helpers/browser.ts', import.meta.url).href;
const LIMIT_MS = 60_000;

/** As the soak and the benchmarks do it: from their sources, by tsx, whose output names its functions in ways of its own. */
const PRESS = `
  import { byRole, fill, openBrowser, waitForText } from ${JSON.stringify(BROWSER)};
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<input aria-label="Name" /><button onclick="document.body.append(\\'Pressed\\')">Press</button>');
    await fill(page, 'Name', 'Ada');
    await byRole(page, 'button', 'Press').click();
    console.log(await waitForText(page, 'Pressed'));
  } finally {
    await browser.close();
  }
`;

test('a command that runs from its sources can fill, press and read a page', async () => {
  const { VITEST: _, ...env } = process.env;
  const args = ['--import', 'tsx', '--input-type=module', '-e', PRESS];
  const { stdout } = await run(process.execPath, args, { env, timeout: LIMIT_MS });
  expect(stdout).toContain('Pressed');
});
