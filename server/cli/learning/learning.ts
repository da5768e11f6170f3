import { type Command, Option } from 'commander';
import { learningApi } from '../../../shared/api/learning.ts';
import { LEARNING_MODES, type LearningMode } from '../../../shared/learning/choice.ts';
import { countOf, timeInWeek } from '../../../shared/learning/choice-words.ts';
import type { KnownArm, Learning } from '../../../shared/learning/learning-api.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { findAccount, listAccounts } from '../accounts/account-lookup.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, printTable, type Terminal } from '../terminal/terminal.ts';

type Options = { mode?: LearningMode };

/** `learning`: what worked for one account or all, and what is tried next. `--mode` sets how that is used. */
export function addLearningCommand(program: Command, terminal: Terminal): void {
  const learning = program
    .command('learning')
    .argument('[account]', 'the label of an account (all accounts together)')
    .description('show what worked, by hour, template and project, and what is tried next')
    .addOption(new Option('--mode <mode>', 'choose how it is used from now on').choices(LEARNING_MODES));
  apiCommand(learning, terminal, {
    async ask(api: Api, label: string | undefined, { mode }: Options) {
      const query = label === undefined ? {} : { account: findAccount(await listAccounts(api), label).id };
      if (mode) await call(api, learningApi.setLearning, { body: { mode } });
      return call(api, learningApi.getLearning, { query });
    },
    tell: (learned) => tell(terminal, learned),
  });
}

function tell(terminal: Terminal, { mode, timezone, posts, needed, times, templates, projects, next }: Learning): void {
  note(terminal, `Learning: ${mode}. ${MODES[mode]}`);
  note(terminal, posts < needed ? tooFew(posts, needed) : `Learned from ${countOf(posts)}. Hours are in ${timezone}.`);
  if (posts >= needed)
    printTable(
      terminal,
      ['WHAT', 'RESULT', 'LIKELY', 'POSTS'],
      [
        ...times.map((one) => rowOf(`Posts ${timeInWeek(one)}`, one)),
        ...templates.map((one) => rowOf(`Template ${one.name}`, one)),
        ...projects.map((one) => rowOf(`Project ${one.name}`, one)),
      ],
    );
  if (next) note(terminal, `Next: ${localTime(next.at)}. ${next.words}`);
}

function rowOf(what: string, { times, low, high, posts, isHardlyTried }: KnownArm): string[] {
  return [what, `${times} x usual`, `${low} to ${high}`, isHardlyTried ? `${posts}, hardly tried` : String(posts)];
}

const MODES: { [mode in LearningMode]: string } = {
  off: 'It is not used.',
  suggest: 'The composer suggests another time next to the next free slot.',
  on: 'The next free slot, and the autopilot’s times, templates and projects follow it.',
};

const tooFew = (posts: number, needed: number) =>
  `The figures of ${countOf(posts)} are known. Learning needs ${needed}, each at least 3 days old.`;
