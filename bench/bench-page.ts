import type { Page } from 'puppeteer';
import { openBrowser } from '../tests/helpers/browser.ts';
import { startAgentProcess } from './agent-process.ts';
import { addBenchAccount, withDataDir } from './workspace.ts';

/** An empty browser page, and an agent on a temporary workspace that has the benchmark's account. */
type BenchPage = { dataDir: string; url: string; page: Page };

/** Runs `measure` with a browser and the built agent, then closes both. */
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
