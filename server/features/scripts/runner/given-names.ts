import { setTimeout as delay } from 'node:timers/promises';
import { format } from 'node:util';
import type { Browser, Page, ScriptPuppeteer } from '../../../browser/puppeteer.ts';
import type { Output } from './output.ts';
import type { RunnerAccount, RunnerJob } from './protocol.ts';
import type { PageWatch } from './watch-pages.ts';

/** The predefined browser and page of a script; started on first use. */
export type GivenBrowser = { browser(): Promise<Browser>; page(): Promise<Page> };

export function givenBrowser(puppeteer: ScriptPuppeteer, watch: PageWatch): GivenBrowser {
  let launched: Promise<Browser> | undefined;
  const browser = () => {
    launched ??= puppeteer.launch();
    return launched;
  };
  return {
    browser,
    async page() {
      const [first] = await (await browser()).pages();
      const page = first ?? (await (await browser()).newPage());
      watch.page(page);
      return page;
    },
  };
}

/**
 * Defines the script's predefined globals; `page` and `browser` only if it uses them, because a browser is slow to
 * start.
 */
export async function defineGivenNames(
  job: RunnerJob,
  uses: ReadonlySet<string>,
  parts: { output: Output; puppeteer: ScriptPuppeteer; given: GivenBrowser },
): Promise<void> {
  const { output, puppeteer, given } = parts;
  Object.assign(globalThis, {
    puppeteer: puppeteer.api.default,
    log: (...values: unknown[]) => output.line('script', format(...values)),
    sleep: (ms: number) => delay(ms),
    artifacts: job.artifacts,
    account: job.account && accountOf(job.account, given, output),
  });
  if (uses.has('page') || uses.has('browser')) Object.assign(globalThis, { browser: await given.browser() });
  if (uses.has('page')) Object.assign(globalThis, { page: await given.page() });
}

/**
 * The account named by the run. `useSession(browser)` loads its saved session into a browser, by default the predefined
 * one.
 */
function accountOf({ id, platform, label, cookies }: RunnerAccount, given: GivenBrowser, output: Output) {
  return {
    id,
    platform,
    label,
    async useSession(browser?: Browser): Promise<void> {
      if (!cookies)
        throw new Error(`There is no saved session of ${label} (${platform}) on this machine. Log in first.`);
      await (browser ?? (await given.browser())).setCookie(...cookies);
      output.line('agent', `Using the saved session of ${label} (${platform}).`);
    },
  };
}
