import { logOperations } from '../diagnostics/log/operations.ts';
import { accountOperations } from '../features/accounts/operations.ts';
import { aiOperations } from '../features/ai/operations.ts';
import { backupOperations } from '../features/backup/operations.ts';
import { generationOperations } from '../features/generation/operations.ts';
import { importOperations } from '../features/import/operations.ts';
import { mediaOperations } from '../features/media/operations.ts';
import { postOperations } from '../features/posts/operations.ts';
import { projectOperations } from '../features/projects/operations.ts';
import { channelOperations } from '../features/publishing/channels/operations.ts';
import { publishingOperations } from '../features/publishing/operations.ts';
import { scriptLibraryOperations } from '../features/script-library/operations.ts';
import { scriptRunOperations } from '../features/scripts/operations.ts';
import { seriesOperations } from '../features/series/operations.ts';
import { setupOperations } from '../features/setup/operations.ts';
import { templateOperations } from '../features/templates/operations.ts';
import { userOperations } from '../features/users/operations.ts';
import { warmupOperations } from '../features/warmup/operations.ts';
import { jobOperations } from '../jobs/operations.ts';
import { mcpTokenOperations } from '../mcp/operations.ts';
import { notificationOperations } from '../notifications/operations.ts';
import { agentOperations } from './agent-operations.ts';
import type { OperationGroup } from './operation.ts';

/** Every route of the agent API in words, in the order in which readers meet them. */
export const OPERATION_GROUPS: readonly OperationGroup[] = [
  agentOperations,
  projectOperations,
  templateOperations,
  generationOperations,
  postOperations,
  publishingOperations,
  seriesOperations,
  importOperations,
  mediaOperations,
  accountOperations,
  channelOperations,
  warmupOperations,
  jobOperations,
  backupOperations,
  scriptLibraryOperations,
  scriptRunOperations,
  aiOperations,
  notificationOperations,
  mcpTokenOperations,
  userOperations,
  setupOperations,
  logOperations,
];
