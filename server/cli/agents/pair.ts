import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { sharedLoginApi } from '../../../shared/api/shared-logins.ts';
import type { PairingState } from '../../../shared/publishing/shared-logins.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, print, type Terminal } from '../terminal/terminal.ts';
import * as words from './pair-messages.ts';

const LOOK_MS = 1_000;

type Comparing = Extract<PairingState, { state: 'comparing' }>;
type Paired = Extract<PairingState, { state: 'paired' }>;

/** `pair` shows a code on this agent, `join <code>` enters it on another. Paired agents can share logins. */
export function addPairCommands(program: Command, terminal: Terminal): void {
  apiCommand(program.command('pair').description('show a code to pair another agent with this one'), terminal, {
    async ask(api: Api) {
      try {
        const shown = await call(api, sharedLoginApi.showPairingCode);
        if (shown.state !== 'showing') throw new AppError('internal', words.OVER);
        for (const line of words.showing(shown.code, localTime(shown.expiresAt), shown.workspace)) note(terminal, line);
        const comparing = await look(api, terminal, ({ state }) => state !== 'showing');
        if (comparing.state !== 'comparing') return endOf(comparing);
        tellWords(terminal, comparing);
        if (!(await isYes(terminal, words.SAME))) throw new AppError('conflict', words.DIFFERENT);
        return endOf(await call(api, sharedLoginApi.confirmPairing, { body: { words: comparing.words } }));
      } catch (error) {
        await end(api);
        throw error;
      }
    },
    tell: ({ other }) => print(terminal, words.paired(other.name)),
  });

  apiCommand(
    program.command('join <code>').description('enter the code that another agent shows with `pair`'),
    terminal,
    {
      async ask(api: Api, code: string) {
        const joined = await call(api, sharedLoginApi.joinPairing, { body: { code } });
        try {
          if (joined.state === 'comparing') tellWords(terminal, joined);
          note(terminal, words.CONFIRM_THERE);
          return endOf(await look(api, terminal, ({ state }) => state !== 'comparing'));
        } catch (error) {
          await end(api);
          throw error;
        }
      },
      tell: ({ other }) => print(terminal, words.joined(other.name)),
    },
  );
}

/** Polls until the pairing's state is a wanted one. */
async function look(api: Api, { ending }: Terminal, isWanted: (state: PairingState) => boolean): Promise<PairingState> {
  for (;;) {
    const state = await call(api, sharedLoginApi.getPairing);
    if (isWanted(state)) return state;
    await delay(LOOK_MS, undefined, { signal: ending }).catch(() => {
      throw ending.reason;
    });
  }
}

function endOf(state: PairingState): Paired {
  if (state.state === 'paired') return state;
  throw new AppError('conflict', state.state === 'ended' ? state.reason : words.OVER);
}

async function end(api: Api): Promise<void> {
  const { route } = sharedLoginApi.cancelPairing;
  const [, path = ''] = route.split(' ');
  await api({ method: 'DELETE', path, evenIfEnding: true }).catch(() => undefined);
}

function tellWords(terminal: Terminal, { other, words: six }: Comparing): void {
  note(terminal, words.compare(other.name));
  note(terminal, `\n  ${six.join('  ')}\n`);
}

async function isYes({ stdin, stderr, ending }: Terminal, question: string): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: stdin.isTTY });
  try {
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    stderr.write(question);
    const typed = await lines[Symbol.asyncIterator]().next();
    if (ending.aborted) throw ending.reason;
    return /^y(es)?$/i.test(String(typed.value ?? '').trim());
  } finally {
    lines.close();
  }
}
