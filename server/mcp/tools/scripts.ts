import { z } from 'zod';
import { scriptApi, scriptRunApi, scriptScheduleApi } from '../../../shared/api/scripts.ts';
import {
  logText,
  SCRIPT_RUN_EVENTS,
  type ScriptRun,
  type ScriptRunRequest,
  scriptRunRequestSchema,
} from '../../../shared/scripts/script-run.ts';
import { type ScheduledScript, scriptScheduleSchema } from '../../../shared/scripts/script-schedule.ts';
import { call, callForEvents, callWhileEnding } from '../../agent-client/api.ts';
import { NO_RESULT } from '../../agent-client/messages.ts';
import { AppError } from '../../errors.ts';
import { hideSecrets } from '../../http/logger.ts';
import { linesLeftOut, RUN_CANCELLED, scriptEnded, scriptScheduled } from '../messages.ts';
import { addTool, type Call, CHANGES, READS, type Registry } from '../tool.ts';

/** How many of a log's last lines an answer contains. */
const LOG_LINES = 200;
const LINE_MAX = 1000;
/** How many lines are reported as progress while the script runs. */
const PROGRESS_LINES = 100;

const { scriptId, account, timeoutMs } = scriptRunRequestSchema.shape;

/** list_scripts, run_script and schedule_script: the saved Puppeteer scripts. */
export function addScriptTools(registry: Registry): void {
  addTool(
    registry,
    'list_scripts',
    {
      title: 'List scripts',
      description:
        'Lists the saved Puppeteer scripts by name and id, newest first; with "scheduled" for those that run by themselves: when, the next run, and how the last one ended.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const [scripts, { schedules }] = await Promise.all([
        call(api, scriptApi.listScripts),
        call(api, scriptScheduleApi.listScriptSchedules),
      ]);
      const data = scripts.map((script) => {
        const found = schedules.find(({ scriptId }) => scriptId === script.id);
        return found ? { ...script, scheduled: scheduleView(found) } : script;
      });
      return { says: `${data.length} scripts.`, data };
    },
  );

  addTool(
    registry,
    'run_script',
    {
      title: 'Run a saved script',
      description:
        'RUNS a saved script in a browser on this machine, with the permissions of the person; with "account" logged in as that account. A script can do anything on the web that its code does: ask the person first. Answers how it ended and the end of its log. Ends early when the call is cancelled.',
      input: z.strictObject({ script_id: scriptId.unwrap(), account, timeout_ms: timeoutMs }),
      scope: 'run',
      hints: { ...CHANGES, openWorldHint: true },
    },
    (tool, { script_id, timeout_ms, account }) => run(tool, { scriptId: script_id, account, timeoutMs: timeout_ms }),
  );

  addTool(
    registry,
    'schedule_script',
    {
      title: 'Schedule a saved script',
      description:
        'SCHEDULES a saved script, so that it RUNS BY ITSELF on this machine from now on: every "day" at a time, on "days" of the "week" (0 = Sunday), or at an "interval" of minutes, in the time zone of the settings. It replaces the schedule before. "on": false keeps the schedule and starts nothing. Ask the person first.',
      input: z.strictObject({
        script_id: scriptId.unwrap(),
        schedule: scriptScheduleSchema,
        on: z.boolean().optional(),
      }),
      scope: 'run',
      hints: { ...CHANGES, openWorldHint: true },
    },
    async ({ api }, { script_id, schedule, on = true }) => {
      const sent = { params: { id: script_id }, body: { schedule, isOn: on } };
      const state = await call(api, scriptScheduleApi.scheduleScript, sent);
      return { says: scriptScheduled(state), data: { name: state.name, ...scheduleView(state) } };
    },
  );
}

function scheduleView({ when, isOn, nextRun, lastRun }: ScheduledScript) {
  const last = lastRun && { ...lastRun, result: lastRun.result && hideSecrets(lastRun.result) };
  return { when, on: isOn, next_run: nextRun, last_run: last };
}

async function run({ api, signal, progress }: Call, request: ScriptRunRequest) {
  let id: string | undefined;
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    if (id === undefined || cancelled) return;
    cancelled = callWhileEnding(api, scriptRunApi.cancelScriptRun, { params: { id } });
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const log: string[] = [];
    let lines = 0;
    return await callForEvents(api, scriptRunApi.runScript, { body: request }, NO_RESULT, ({ event, value }) => {
      if (event === SCRIPT_RUN_EVENTS.run) id = value.id;
      if (signal.aborted) cancel();
      if (event === SCRIPT_RUN_EVENTS.result) return ended(value, log, lines);
      if (event !== SCRIPT_RUN_EVENTS.line) return undefined;
      const line = hideSecrets(logText(value)).slice(0, LINE_MAX);
      lines += 1;
      log.push(line);
      if (log.length > LOG_LINES) log.shift();
      if (lines <= PROGRESS_LINES) progress(line);
      return undefined;
    });
  } catch (error) {
    throw signal.aborted && error instanceof AppError && error.message === NO_RESULT
      ? new AppError('internal', RUN_CANCELLED)
      : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelled;
  }
}

function ended({ id, name, status, error, artifacts }: ScriptRun, log: string[], lines: number) {
  const left = lines - log.length;
  const shown = left > 0 ? [linesLeftOut(left), ...log] : log;
  return {
    says: scriptEnded(name, status, error && hideSecrets(error)),
    data: { run: id, status, artifacts, log: shown },
    isError: status !== 'success',
  };
}
