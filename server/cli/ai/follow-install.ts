import type { LocalInstall, LocalInstallRequest } from '../../../shared/ai/local-ai.ts';
import { localAiApi } from '../../../shared/api/ai.ts';
import { type Api, call, callForEvents } from '../../agent-client/api.ts';
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
  await call(api, localAiApi.installLocalModel, { body: request });
  const progress = showProgress(terminal);
  try {
    return await callForEvents(api, localAiApi.getLocalInstall, {}, NO_RESULT, ({ value: { install } }) => {
      if (install?.state !== 'running') return install ?? undefined;
      if (!isQuiet) progress.tell(install);
      return undefined;
    });
  } finally {
    progress.end();
  }
}

/** Cancels the current installation. AppError not_found when there is none. */
export async function cancelInstall(api: Api): Promise<LocalInstall> {
  return call(api, localAiApi.cancelLocalInstall);
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
