import type { Reach, WithReach } from '../../mcp/reach.ts';
import type { OpenedApi } from '../agent/workspace.ts';

/** The agent API for a process that lives long and needs it now and then. */
export type OnDemand = {
  withReach: WithReach;
  /** Resolves once all work that is under way has ended. */
  settled(): Promise<void>;
  /** Closes what is open, and so ends what is under way. */
  close(): Promise<void>;
};

/**
 * Opens the agent API when it is needed, once for all that need it at the same time. A running agent is looked for
 * anew each time. A workspace opened in this process stays open for `idleMs` after the last work, and is closed then, so
 * that `local-agent start` and other commands get the data directory.
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
    // What fails to close is said by the next that opens it.
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
