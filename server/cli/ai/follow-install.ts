import {
  LOCAL_AI_EVENTS,
  LOCAL_INSTALL_PATH,
  type LocalInstall,
  type LocalInstallRequest,
  localInstallAnswerSchema,
  localInstallSchema,
} from '../../../shared/ai/local-ai.ts';
import { type Api, readEvents, readJson } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { note, type Terminal } from '../terminal/terminal.ts';
import { NO_RESULT, progressInWords, type RunningInstall } from './ai-messages.ts';

/** Without a terminal, one line per this many per cent of a step. */
const STEP_PERCENT = 10;

/**
 * Starts an installation, or joins one of the same model, and shows its progress on stderr until it ends. Ctrl+C ends
 * only the command: a running agent continues it, and otherwise the next one. AppError internal when the agent ended
 * first.
 */
export async function followInstall(
  api: Api,
  request: LocalInstallRequest,
  terminal: Terminal,
  { isQuiet }: { isQuiet: boolean },
): Promise<LocalInstall> {
  await api({ method: 'POST', path: LOCAL_INSTALL_PATH, body: request });
  const progress = showProgress(terminal);
  const response = await api({ method: 'GET', path: LOCAL_INSTALL_PATH, accept: 'text/event-stream' });
  let last: LocalInstall | null = null;
  try {
    for await (const { event, value } of readEvents(response, NO_RESULT)) {
      if (event !== LOCAL_AI_EVENTS.install) continue;
      last = localInstallAnswerSchema.parse(value).install;
      if (last?.state === 'running' && !isQuiet) progress.tell(last);
    }
  } finally {
    progress.end();
  }
  if (!last || last.state === 'running') throw new AppError('internal', NO_RESULT);
  return last;
}

/** Cancels the current installation. AppError not_found when there is none. */
export async function cancelInstall(api: Api): Promise<LocalInstall> {
  return readJson(await api({ method: 'DELETE', path: LOCAL_INSTALL_PATH }), localInstallSchema);
}

/** On a terminal in one changing line, elsewhere in a line per tenth of a step. */
function showProgress(terminal: Terminal) {
  const { stderr } = terminal;
  let told = '';
  let isCounting = false;
  const end = () => {
    if (isCounting) stderr.write('\n');
    isCounting = false;
  };
  return {
    end,
    tell(install: RunningInstall) {
      const { step, receivedBytes, totalBytes } = install;
      const percent = totalBytes ? Math.floor((100 * receivedBytes) / totalBytes) : 0;
      const key = `${step} ${stderr.isTTY ? percent : percent - (percent % STEP_PERCENT)}`;
      if (key === told) return;
      if (told.split(' ')[0] !== step) end();
      told = key;
      isCounting = stderr.isTTY === true;
      // Clears the rest of a longer line.
      if (isCounting) stderr.write(`\r${progressInWords(install)}\u001b[K`);
      else note(terminal, progressInWords(install));
    },
  };
}
