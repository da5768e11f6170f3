import { z } from 'zod';

/** GET /api/workspace/move: whether the workspace can move from here, has moved, or is being moved. */
export const moveStateSchema = z.object({
  to: z.enum(['hosted', 'embedded']),
  /** `receiving`: it is being copied to here. */
  state: z.enum(['here', 'moving', 'moved', 'receiving']),
  /** The other side of a move that is under way or done, as it is shown to people. */
  place: z.string().nullable(),
  /** The address of the project that the workspace is in; null for this machine. */
  url: z.string().nullable(),
  isLinked: z.boolean(),
  /** What commands need besides to work on this data directory: an option, or nothing. */
  option: z.string(),
  /** Whether this agent may read every table, and so count what a move would copy. */
  canCount: z.boolean(),
});
export type MoveState = z.infer<typeof moveStateSchema>;

/** GET /api/workspace/move/plan: what a move from here would copy. `bytes` are those of all files. */
export const moveCountsSchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int().min(0) })),
  files: z.object({ count: z.int().min(0), bytes: z.number().min(0) }),
  members: z.int().min(0),
});
export type MoveCounts = z.infer<typeof moveCountsSchema>;
