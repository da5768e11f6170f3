import { sql } from './template.ts';

/**
 * Refreshes the planner's statistics of a workspace's tables. A plain `analyze` also covers Postgres' own catalogs,
 * which autovacuum takes care of; they took five times as long as the tables when an agent started.
 */
export const ANALYZE_TABLES = sql`
  do $$ declare relation regclass; begin
    for relation in
      select oid from pg_class
      where relkind = 'r' and relnamespace in (select oid from pg_namespace where nspname in ('auth', 'storage', 'public'))
    loop execute format('analyze %s', relation); end loop;
  end $$`;
