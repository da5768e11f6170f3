export const AGAIN = 'Run the same command again: it continues where it stopped.';
export const stillChanging = (tables: string[]) =>
  `The copy does not match the original yet (${tables.join(', ')}): rows are still being changed or removed there. Stop the agents of the original, then run the same command again.`;
export const fileDiffers = (name: string) => `The copy of the file ${name} differs from the original. ${AGAIN}`;
export const USED =
  'The destination already contains a workspace, which a move would mix up with this one. Nothing was copied. Choose an empty project, or a new --data-dir.';
export const BUSY = 'The destination is part of another move. Finish or undo that one first. Nothing was copied.';
export const movesElsewhere = (place: string) =>
  `This workspace has moved, or is moving, to ${place}. Finish that move, or undo it: local-agent move --undo`;
export const alreadyMoved = (place: string) => `This workspace has already moved to ${place}.`;
export const NOTHING_TO_UNDO = 'No move from this workspace is under way or done: there is nothing to undo.';
export const UNDER_WAY =
  'Something is still being sent or made there after ten minutes. Check what is running under Settings, Jobs, then run the same command again.';

export const COUNTS_NEED_KEY =
  'Counting needs the secret key of the project, which this agent does not have. `local-agent move --dry-run` asks for it.';

/** The notice in a workspace that is inactive because of a move; null if it is active. */
export function stillBecause(move: { state: string; place: string } | null): string | null {
  if (move?.state === 'moved')
    return `This workspace has moved to ${move.place}. Nothing is sent or made from here any more.`;
  if (move?.state === 'moving')
    return `This workspace is being moved to ${move.place}. Nothing is sent or made from here until the move is finished or undone (local-agent move --undo).`;
  if (move?.state === 'receiving')
    return `This workspace is being copied from ${move.place}. Nothing is sent or made here until that is finished (local-agent move).`;
  return null;
}
