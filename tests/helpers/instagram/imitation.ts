import { EventEmitter, once } from 'node:events';
import { serve } from '../loopback.ts';
import { answer } from './answers.ts';
import { ORDINARY, type Switches } from './switches.ts';
import { createVisit } from './visit.ts';
import { createVisitors, type Visitors } from './visitors.ts';

/** A request that came, without its query, which tells nothing that a test asks for. */
export type Visited = { method: string; path: string };

/** Stands in for www.instagram.com on loopback. */
export type Instagram = Visitors & {
  /** Without a slash at its end. */
  origin: string;
  /** Changes what it does from now on; who was stopped is let in again. */
  set(changes: Partial<Switches>): void;
  /** Does what it does by default again, and forgets what it was asked. */
  reset(): void;
  /** Every page and API path that was asked for, in order. */
  requests(): readonly Visited[];
  /** Those that changed something there: everything but GET. */
  changes(): readonly Visited[];
  /** Resolves when a path is asked for the next time. */
  whenAsked(path: string): Promise<void>;
  /** Resolves once somebody has scrolled to the post of this number. */
  whenSeen(posts: number): Promise<void>;
  /** Ends it, whoever is connected. */
  close(): Promise<void>;
};

/** What the answers work on. */
export type Site = { switches: Switches; visit: ReturnType<typeof createVisit>; visitors: Visitors };

/**
 * Starts one on a free port. Its pages (pages.ts) are drawn by the scripts of client/ from its API (api.ts);
 * switches.ts is what it can be asked to do.
 */
export async function startInstagram(initially: Partial<Switches> = {}): Promise<Instagram> {
  const visitors = createVisitors();
  const site: Site = { switches: { ...ORDINARY, ...initially }, visit: createVisit(), visitors };
  const asked = new EventEmitter();
  let requests: Visited[] = [];

  const { server, origin, close } = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    asked.emit(pathname);
    if (!/^\/(static|media)\//.test(pathname)) requests.push({ method: request.method ?? 'GET', path: pathname });
    answer(request, response, site).catch((error) => response.destroy(error));
  });
  server.on('connection', (socket) => {
    if (site.switches.offline) socket.destroy();
  });

  const set = (changes: Partial<Switches>) => {
    site.switches = { ...site.switches, ...changes };
    site.visit.letIn();
    if (site.switches.offline) server.closeAllConnections();
  };
  return {
    ...visitors,
    origin,
    set,
    reset() {
      set({ ...ORDINARY, ...initially });
      site.visit.begin();
      requests = [];
    },
    requests: () => requests,
    changes: () => requests.filter(({ method }) => method !== 'GET'),
    async whenAsked(path) {
      await once(asked, path);
    },
    whenSeen: site.visit.whenSeen,
    close,
  };
}
