import { z } from 'zod';

/** GET /api/workspace/move: whether the workspace can move from here, has moved, or is being moved. */
export const moveStateSchema = z.object({
  to: z.enum(['hosted', 'embedded']),
  /** `receiving`: a workspace is being copied to this one. */
  state: z.enum(['here', 'moving', 'moved', 'receiving']),
  /** The other side of a move that is under way or done, as shown to the user. */
  place: z.string().nullable(),
  /** The address of the project that the workspace is in; null for this machine. */
  url: z.string().nullable(),
  isLinked: z.boolean(),
  /** The option that commands need to use this data directory; empty if none. */
  option: z.string(),
  /** Whether this agent may read every table, so that it can count what a move would copy. */
  canCount: z.boolean(),
});
export type MoveState = z.infer<typeof moveStateSchema>;

/** GET /api/workspace/move/plan: what a move from here would copy. `bytes` is the total size of all files. */
export const moveCountsSchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int().min(0) })),
  files: z.object({ count: z.int().min(0), bytes: z.number().min(0) }),
  members: z.int().min(0),
});
export type MoveCounts = z.infer<typeof moveCountsSchema>;
