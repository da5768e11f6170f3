import type { Reach, WithReach } from '../../mcp/reach.ts';
import type { OpenedApi } from '../agent/workspace.ts';

/** The agent API for a long-lived process that needs it occasionally. */
export type OnDemand = {
  withReach: WithReach;
  /** Resolves once all work in progress has ended. */
  settled(): Promise<void>;
  /** Closes the API if it is open, and aborts work in progress. */
  close(): Promise<void>;
};

/**
 * Opens the agent API on demand, once for all concurrent users. Looks for a running agent each time. A workspace opened
 * in this process stays open for `idleMs` after the last work, then it is closed, so that `local-agent start` and other
 * commands get the data directory.
 */
export function onDemand(open: () => Promise<OpenedApi>, idleMs: number): OnDemand {
  let opened: Promise<OpenedApi> | null = null;
  let closing: Promise<void> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<unknown>>();

  function openOnce(): Promise<OpenedApi> {
    clearTimeout(idle);
    opened ??= closing.then(open).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  function closeNow(): Promise<void> {
    clearTimeout(idle);
    const last = opened;
    opened = null;
    if (last) {
      closing = last.then(
        ({ close }) => close(),
        () => undefined,
      );
    }
    return closing;
  }

  function closeIfIdle(): void {
    // An error while closing is reported by the next opening.
    if (underWay.size === 0) closeNow().catch(() => undefined);
  }

  async function leave(): Promise<void> {
    if (underWay.size > 0 || !opened) return;
    const isRunning = await opened.then(
      (one) => one.isRunning,
      () => false,
    );
    if (underWay.size > 0) return;
    if (isRunning) opened = null;
    else {
      clearTimeout(idle);
      idle = setTimeout(closeIfIdle, idleMs).unref();
    }
  }

  async function work<T>(job: (reach: Reach) => Promise<T>): Promise<T> {
    const { api, isRunning } = await openOnce();
    return job({ api, isRunning });
  }

  return {
    async withReach(job) {
      const running = work(job);
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
        await leave();
      }
    },
    async settled() {
      await Promise.allSettled(underWay);
    },
    close: closeNow,
  };
}
