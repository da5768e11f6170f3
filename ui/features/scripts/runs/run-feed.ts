import { type LatestRun, withState } from '@/features/scripts/runs/latest-run.ts';
import type { LogEntry } from '@/features/scripts/runs/run-log.ts';
import type { ScriptRun } from '../../../../shared/scripts/script-run.ts';

/** Interval of updates in milliseconds: a script may write thousands of lines per second. */
const COLLECT_MS = 80;

export type RunFeed = ReturnType<typeof createRunFeed>;

/** Batches the events of a run and calls `show` a few times per second, and at once with the initial run. */
export function createRunFeed(first: LatestRun, show: (run: LatestRun) => void) {
  let run = first;
  let lines: LogEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function current(): LatestRun {
    if (lines.length > 0) run = { ...run, log: [...run.log, ...lines] };
    lines = [];
    return run;
  }

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    show(current());
  }

  function showSoon() {
    timer ??= setTimeout(flush, COLLECT_MS);
  }

  show(first);
  return {
    /** The run with all events so far. */
    current,
    run(state: ScriptRun) {
      run = withState(run, state);
      showSoon();
    },
    line(entry: LogEntry) {
      lines.push(entry);
      showSoon();
    },
    replace(next: LatestRun) {
      lines = [];
      run = next;
      flush();
    },
  };
}
