import { EventEmitter, once } from 'node:events';
import { serve } from '../loopback.ts';
import { answer } from './answers.ts';
import { ORDINARY, type Switches } from './switches.ts';
import { createVisit } from './visit.ts';
import { createVisitors, type Visitors } from './visitors.ts';

/** A received request, without its query, which no test needs. */
export type Visited = { method: string; path: string };

/** Imitates www.instagram.com on loopback. */
export type Instagram = Visitors & {
  /** Without a trailing slash. */
  origin: string;
  /** Changes its behaviour from now on; a visitor who was stopped is let in again. */
  set(changes: Partial<Switches>): void;
  /** Restores the default behaviour and forgets all requests. */
  reset(): void;
  /** Every requested page and API path, in order. */
  requests(): readonly Visited[];
  /** The requests that changed something on the site: all except GET. */
  changes(): readonly Visited[];
  /** Resolves at the next request for a path. */
  whenAsked(path: string): Promise<void>;
  /** Resolves once a visitor has scrolled to the post with this number. */
  whenSeen(posts: number): Promise<void>;
  /** Closes it and all its connections. */
  close(): Promise<void>;
};

/** The state that responses depend on. */
export type Site = { switches: Switches; visit: ReturnType<typeof createVisit>; visitors: Visitors };

/**
 * Starts one on a free port. Its pages (pages.ts) are drawn by the scripts of client/ from its API (api.ts);
 * switches.ts lists what it can be made to do.
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
