import { counted } from '@/lib/format.ts';
import type { MoveState } from '../../../../shared/workspace/move.ts';

export const moveMessages = {
  loading: 'Checking whether the workspace can move...',
  loadFailed: 'Failed to check whether the workspace can move',
  title: { hosted: 'Move to your own Supabase project', embedded: 'Move to this machine' },
  description: {
    hosted:
      'Copies everything to a project, where several machines can serve it. The workspace here keeps all its data.',
    embedded: 'Copies everything from the project to this machine. The project keeps all its data.',
  },
  why: 'For a move, the agent must be stopped, and the project’s secret key is needed but never stored. So run these commands in a terminal on this machine.',
  count: 'Count what would be copied',
  counting: 'Counting...',
  countFailed: 'Failed to count',
  cannotCount: 'The second command counts what would be copied.',
  counts: (rows: number, tables: number, files: string, members: number) =>
    `Would copy ${counted(rows, 'row')} in ${counted(tables, 'table')}, ${files}, and ${counted(members, 'member')}.`,
  files: (count: number, size: string) => (count === 0 ? 'no files' : `${counted(count, 'file')} (${size})`),
  tables: 'Rows of each table',
  address: 'Address of the project',
  addressHint: 'For the commands below. The project needs the tables of Local Agent, and must not have any posts yet.',
  addressPlaceholder: 'https://<project>.supabase.co',
  steps: 'Commands for the move',
  undoTitle: 'Undo the move',
  undoSteps: 'Commands that undo the move',
  states: {
    moving: (place) =>
      `A move to ${place} was started but is not finished. Nothing is published or generated here until it is finished or undone.`,
    moved: (place) =>
      `This workspace has moved to ${place}. The original here keeps everything, but publishes nothing.`,
    receiving: (place) =>
      `This workspace is being copied from ${place}. If that was interrupted, run the same move again there, or undo it.`,
  } satisfies Record<Exclude<MoveState['state'], 'here'>, (place: string) => string>,
} as const;
