import { counted } from '@/lib/format.ts';
import type { MoveState } from '../../../../shared/workspace/move.ts';

export const moveMessages = {
  loading: 'Loading whether the workspace can move...',
  loadFailed: 'Failed to load whether the workspace can move',
  title: { hosted: 'Move to your own Supabase project', embedded: 'Move to this machine' },
  description: {
    hosted: 'Copies everything to a project, where several machines can serve it. The workspace here keeps all it has.',
    embedded: 'Copies everything from the project to this machine. The project keeps all it has.',
  },
  why: 'The agent is stopped for a move, and the project’s secret key is typed where it is kept nowhere. So it is done with these commands, in a terminal on this machine.',
  count: 'Count what would be copied',
  counting: 'Counting...',
  countFailed: 'Failed to count',
  cannotCount: 'The second command counts what would be copied.',
  counts: (rows: number, tables: number, files: string, members: number) =>
    `Would copy ${counted(rows, 'row')} in ${counted(tables, 'table')}, ${files}, and ${counted(members, 'member')}.`,
  files: (count: number, size: string) => (count === 0 ? 'no files' : `${counted(count, 'file')} (${size})`),
  tables: 'Rows of each table',
  address: 'Address of the project',
  addressHint: 'For the commands below. It needs the tables of Local Agent, and no posts yet.',
  addressPlaceholder: 'https://<project>.supabase.co',
  steps: 'Commands for the move',
  undoTitle: 'Undo the move',
  undoSteps: 'Commands that undo the move',
  states: {
    moving: (place) =>
      `A move to ${place} was begun and is not finished. Nothing is sent or made from here until it is finished or undone.`,
    moved: (place) => `This workspace has moved to ${place}. The original here keeps everything, and sends nothing.`,
    receiving: (place) =>
      `This workspace is being copied from ${place}. Run the same move again there, or undo it, if it was cut.`,
  } satisfies Record<Exclude<MoveState['state'], 'here'>, (place: string) => string>,
} as const;
