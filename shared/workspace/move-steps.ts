import type { MoveState } from './move.ts';

/** A command, and the reason for it. */
export type MoveStep = { why: string; command: string };
export type MoveSteps = { moving: MoveStep[]; undoing: MoveStep[] };

const PLACEHOLDER = 'https://<project>.supabase.co';

/**
 * The commands that move a workspace, and those that undo the move. `address` is the project's URL as typed by the
 * user; if it is empty, a placeholder is used.
 */
export function moveSteps({ to, state, place, url, isLinked, option }: MoveState, address: string): MoveSteps {
  const command = (words: string): string => `local-agent ${words}${option}`;
  const project = (to === 'embedded' ? url : state === 'here' ? address.trim() : place) || PLACEHOLDER;
  const move = `move --to-${to} ${project}`;
  const stop = { why: STEPS.stop, command: command('stop') };
  const start = { why: STEPS.start, command: command('start') };
  const end = to === 'hosted' ? [{ why: STEPS.link, command: command(`link ${project}`) }] : [];
  const unlink = to === 'embedded' && isLinked ? [{ why: STEPS.unlink, command: command('unlink') }] : [];
  const moving = [
    stop,
    { why: STEPS.dryRun, command: command(`${move} --dry-run`) },
    { why: state === 'moving' ? STEPS.goOn : STEPS.move, command: command(move) },
    ...end,
    ...unlink,
    start,
  ];
  const undoing = [
    stop,
    { why: STEPS.undo, command: command(to === 'hosted' ? 'move --to-hosted --undo' : `${move} --undo`) },
    start,
  ];
  return {
    moving: state === 'here' || state === 'moving' ? moving : [],
    undoing: state === 'moving' || state === 'moved' ? undoing : [],
  };
}

const STEPS = {
  stop: 'Stop the agent.',
  dryRun: 'Try it. This shows what would be copied, and changes nothing.',
  move: 'Move. This asks for the project’s secret key, shows its progress, and compares every table and file at the end.',
  goOn: 'Continue the move. What is already the same is skipped.',
  link: 'Link this agent to the project.',
  unlink: 'Go back to the workspace on this machine.',
  start: 'Start the agent again.',
  undo: 'Resume the original. The copy stays, but publishes nothing.',
} as const;
