import { useSearchParams } from 'react-router-dom';
import { PLATFORM_IDS, type Platform } from '../../../../shared/posts/platforms.ts';
import type { ContentStatus, PostStatus } from '../../../../shared/workspace/database.ts';

export const CONTENT_STATUSES = ['draft', 'scheduled', 'published', 'failed'] as const satisfies ContentStatus[];
export const POST_STATUSES = [
  'scheduled',
  'publishing',
  'published',
  'failed',
  'needs_review',
  'cancelled',
] as const satisfies PostStatus[];

/** A list's filter; null is "all". */
export type Filter<Status extends string> = {
  status: Status | null;
  platform: Platform | null;
  project: string | null;
};
export const EMPTY_FILTER = { status: null, platform: null, project: null } as const;
export type ContentFilter = Filter<ContentStatus>;
export type PostFilter = Filter<PostStatus>;

/** A list's filter from the URL's query, and a function to change it; unknown values count as "all". */
function useFilter<Status extends string>(
  list: 'content' | 'post',
  statuses: readonly Status[],
): [filter: Filter<Status>, change: (next: Filter<Status>) => void] {
  const [query, setQuery] = useSearchParams();
  const names = { status: `${list}-status`, platform: `${list}-platform`, project: `${list}-project` };
  const project = query.get(names.project);
  const filter: Filter<Status> = {
    status: oneOf(statuses, query.get(names.status)),
    platform: oneOf(PLATFORM_IDS, query.get(names.platform)),
    project: project !== null && UUID.test(project) ? project : null,
  };
  const change = (next: Filter<Status>) =>
    setQuery(
      (current) =>
        (['status', 'platform', 'project'] as const).reduce(
          (changed, part) => withValue(changed, names[part], next[part]),
          current,
        ),
      { replace: true, preventScrollReset: true },
    );
  return [filter, change];
}

export function useContentFilter() {
  return useFilter('content', CONTENT_STATUSES);
}

export function usePostFilter() {
  return useFilter('post', POST_STATUSES);
}

export function isEmptyFilter({ status, platform, project }: Filter<string>): boolean {
  return status === null && platform === null && project === null;
}

/** The query with a parameter set, or removed for null. */
export function withValue(query: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

/** The database would reject anything else. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function oneOf<Value extends string>(known: readonly Value[], value: string | null): Value | null {
  return known.find((candidate) => candidate === value) ?? null;
}
