import type { AppInDocument } from '../../helpers/component/app.tsx';
import type { Instagram } from '../../helpers/instagram/imitation.ts';

/** What a row has to provoke its situation: the UI, on which no screen is open yet, and the Instagram of its agent. */
export type World = { app: AppInDocument; instagram: Instagram };

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
  /** Brings the situation about. The words are awaited afterwards. */
  provoke(world: World): Promise<unknown>;
};
