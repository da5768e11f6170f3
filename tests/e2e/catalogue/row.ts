import type { Page } from 'puppeteer';
import type { TestAgent } from '../../helpers/agent.ts';
import type { Instagram } from '../../helpers/instagram/imitation.ts';

/**
 * What a row has to provoke its situation: a page of its own, signed in with `account`, the agent behind it, and the
 * agent's Instagram.
 */
export type World = {
  agent: TestAgent;
  page: Page;
  account: { email: string; password: string };
  instagram: Instagram;
};

/** One row of the specification's error catalogue (§8). */
export type CatalogueRow = {
  /** The table's first two columns, word for word. */
  area: string;
  situation: string;
  /**
   * What is read on the page, word for word; empty where nothing may be shown: then `provoke` waits until the situation
   * is there.
   */
  shown: string[];
  /** What is read in the browser's console, where the row says that something is logged. */
  logged?: string;
  /** Brings the situation about, on a signed-in page that shows no screen yet. The words are awaited afterwards. */
  provoke(world: World): Promise<void>;
};
