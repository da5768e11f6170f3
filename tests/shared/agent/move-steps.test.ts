import { expect, test } from 'vitest';
import type { MoveState } from '../../../shared/workspace/move.ts';
import { moveSteps } from '../../../shared/workspace/move-steps.ts';

const project = 'https://bakery.supabase.co';
const here: MoveState = {
  to: 'hosted',
  state: 'here',
  place: null,
  url: null,
  isLinked: false,
  option: '',
  canCount: true,
};
const there: MoveState = { ...here, to: 'embedded', url: project, isLinked: true };
const move = `local-agent move --to-hosted ${project}`;

test.each<[string, MoveState, string[], string[]]>([
  [
    'to this machine, of another data directory',
    { ...there, option: ' --data-dir /x' },
    [
      'local-agent stop --data-dir /x',
      `local-agent move --to-embedded ${project} --dry-run --data-dir /x`,
      `local-agent move --to-embedded ${project} --data-dir /x`,
      'local-agent unlink --data-dir /x',
      'local-agent start --data-dir /x',
    ],
    [],
  ],
  [
    'that was cut',
    { ...here, state: 'moving', place: project },
    ['local-agent stop', `${move} --dry-run`, move, `local-agent link ${project}`, 'local-agent start'],
    ['local-agent stop', 'local-agent move --to-hosted --undo', 'local-agent start'],
  ],
  [
    'that is done',
    { ...there, state: 'moved', place: 'this machine (nas)' },
    [],
    ['local-agent stop', `local-agent move --to-embedded ${project} --undo`, 'local-agent start'],
  ],
  ['that comes from elsewhere', { ...here, state: 'receiving', place: project }, [], []],
])('the commands of a move %s', (_, state, moving, undoing) => {
  const steps = moveSteps(state, ` ${project} `);
  expect(steps.moving.map(({ command }) => command)).toEqual(moving);
  expect(steps.undoing.map(({ command }) => command)).toEqual(undoing);
});
