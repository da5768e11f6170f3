import { z } from 'zod';
import { archiveApi } from '../../../shared/api/archives.ts';
import { call } from '../../agent-client/api.ts';
import { addTool, READS, type Registry } from '../tool.ts';

/**
 * list_archives. Assistants cannot import or remove archives: importing by path would let them read any file of the
 * machine, and a prompt injection could make them remove the user's earlier posts.
 */
export function addArchiveTools(registry: Registry): void {
  addTool(
    registry,
    'list_archives',
    {
      title: 'List imported archives',
      description:
        'Lists the archives of platforms whose posts were imported, each with its account, the number of posts, and their first and last day. find_posted and similar_posts find these posts. The person imports and removes archives: in Settings, Earlier posts, or with `local-agent archives import <file>`.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const data = await call(api, archiveApi.listArchives);
      return { says: `${data.length} archives.`, data };
    },
  );
}
