import { findBrowser } from '../../server/browser/find-browser.ts';

/** How to start a browser: its file, the environment that it needs, and whether it is Chrome's headless shell. */
export type TestBrowserPath = { executablePath: string; env: NodeJS.ProcessEnv; shell: boolean };

/**
 * The browser that the agent itself would use. The one of @sparticuz/chromium stays unpacked in the temporary folder
 * for the next run.
 */
export async function findTestBrowser(): Promise<TestBrowserPath> {
  const { executablePath, env, shell } = await findBrowser(process.env);
  return { executablePath, env: { ...process.env, ...env }, shell };
}
