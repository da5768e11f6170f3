import type { AnyAST } from '@supabase/lite';
import type { Database } from './lite-connection.ts';

/**
 * When an update answers with embedded or renamed columns, @supabase/lite reads the rows back by key and by the request's filter, which they may
 * match no longer (`.eq('status', 'draft')` with `{ status: 'saved' }`). Forgets the filter as soon as the update has run.
 */
export function readBackByKey(db: Database, ast: AnyAST): Database {
  if (ast.type !== 'update' || ast.$meta?.return !== 'representation') return db;
  const updates = new WeakSet<object>();
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'UpdateQueryNode') updates.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (updates.has(queryId)) ast.where = undefined;
      return result;
    },
  });
}
