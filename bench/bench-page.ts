import type { Page } from 'puppeteer';
import { openBrowser } from '../tests/helpers/browser.ts';
import { startAgentProcess } from './agent-process.ts';
import { addBenchAccount, withDataDir } from './workspace.ts';

/** An empty page of a browser, and the agent of a workspace of its own with the account of the measurements. */
type BenchPage = { dataDir: string; url: string; page: Page };

/** Measures something with a browser and a built agent, and ends both. */
export function withBenchPage<T>(measure: (bench: BenchPage) => Promise<T>): Promise<T> {
  return withDataDir(async (dataDir) => {
    await addBenchAccount(dataDir);
    const agent = await startAgentProcess(dataDir);
    const browser = await openBrowser();
    try {
      return await measure({ dataDir, url: agent.url, page: await browser.newPage() });
    } finally {
      await browser.close();
      await agent.stop();
    }
  });
}
