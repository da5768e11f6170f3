import { type QueryClient, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import type { Target } from '@/features/compose/draft/draft.ts';
import { AgentResponseError, type CallAgent, useAgent } from '@/lib/agent.ts';
import { publishingApi } from '../../../../shared/api/publishing.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import {
  findsPeople,
  PEOPLE_QUERY_MAX_LENGTH,
  PEOPLE_QUERY_MIN_LENGTH,
  type Person,
} from '../../../../shared/publishing/people.ts';

const SETTLED_MS = 250;
/** As long as the agent caches its answers, in milliseconds. */
const FRESH_MS = 60_000;
/** How long results are kept, in milliseconds, so that the names of chosen people are known. */
const KEPT_MS = 30 * 60_000;
const KEY = 'people-to-mention';

/** An account whose platform can be searched for people to mention. */
export type PeopleSource = { platform: Platform; accountId: string };

/** One account for each platform of the text that can be searched for people. */
export function peopleSources(destinations: readonly ChosenDestination[], target: Target): PeopleSource[] {
  const sources = new Map<Platform, PeopleSource>();
  for (const { platform, account } of destinations) {
    if (!account?.channel?.isReady || !findsPeople(platform) || sources.has(platform)) continue;
    if (target.kind !== 'all' && target.platform !== platform) continue;
    if (target.kind === 'account' && target.id !== account.id) continue;
    sources.set(platform, { platform, accountId: account.id });
  }
  return [...sources.values()];
}

/** The text from an @ to the cursor. `start` is the index of the @. */
export type Mention = { start: number; query: string };

const BEFORE_CURSOR = /(?<![\p{L}\p{N}_&/@.])[@＠]((?:[\p{L}\p{M}\p{N}_.-]+(?:@[a-z0-9.-]*)?)?)$/iu;

/** The mention being typed at the cursor; null if there is none. */
export function mentionAt(text: string, cursor: number): Mention | null {
  const from = Math.max(0, cursor - PEOPLE_QUERY_MAX_LENGTH - 2);
  const found = BEFORE_CURSOR.exec(text.slice(from, cursor));
  const query = found?.[1] ?? '';
  if (!found || [...query].length < PEOPLE_QUERY_MIN_LENGTH || query.length > PEOPLE_QUERY_MAX_LENGTH) return null;
  return { start: from + found.index, query };
}

/** One platform's results. `failure`: it cannot be searched now, with a remedy for the user, if there is one. */
export type FoundPeople = PeopleSource & {
  people: readonly Person[];
  isPending: boolean;
  failure: { remedy: string | null } | null;
};

/**
 * Searches once the query has been unchanged for a moment, and aborts earlier requests; until then, their results are
 * filtered. Sorted by the platforms' first answers, so that a later answer moves no row.
 */
export function useFoundPeople(sources: readonly PeopleSource[], query: string | null): FoundPeople[] {
  const agent = useAgent();
  const client = useQueryClient();
  const settled = useSettled(query);
  const asked = settled === query ? query : null;
  const results = useQueries({ queries: sources.map((source) => peopleQuery(agent, source, asked)) });
  const found = sources.map((source, place) => {
    const { data, error = null } = (asked !== null && results[place]) || {};
    const isPending = data === undefined && error === null;
    const earlier = foundSoFar(client, source, query ?? '');
    const people = data ?? (isPending ? earlier.people : []);
    return { at: earlier.at, found: { ...source, people, isPending, failure: failureOf(error) } };
  });
  return found.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).map((one) => one.found);
}

/** The matching people from the longest prefix of the query with an answer, and the time of the first answer. */
function foundSoFar(client: QueryClient, { accountId }: PeopleSource, query: string): { at: number; people: Person[] } {
  const wanted = query.toLowerCase();
  let at = Number.POSITIVE_INFINITY;
  let people: Person[] = [];
  for (let length = PEOPLE_QUERY_MIN_LENGTH; length <= wanted.length; length += 1) {
    const state = client.getQueryState<Person[]>([KEY, accountId, wanted.slice(0, length)]);
    if (!state?.data) continue;
    at = Math.min(at, state.dataUpdatedAt);
    people = state.data;
  }
  return { at, people: people.filter(({ name, handle }) => `${name} ${handle}`.toLowerCase().includes(wanted)) };
}

/** Only `bad_input` has a remedy for the user, such as for a login that lacks a permission; other failures pass. */
function failureOf(error: Error | null): FoundPeople['failure'] {
  if (error === null) return null;
  return { remedy: error instanceof AgentResponseError && error.code === 'bad_input' ? error.message : null };
}

function peopleQuery(agent: CallAgent, { accountId: id }: PeopleSource, query: string | null) {
  return queryOptions({
    queryKey: [KEY, id, query?.toLowerCase()],
    queryFn: ({ signal }) =>
      askAgent(agent, publishingApi.searchPeople, { params: { id }, query: { query: query ?? '' } }, signal),
    enabled: query !== null,
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    retry: false,
  });
}

/** The picture of a person in the results, as a data: URL. */
export function pictureQuery(agent: CallAgent, accountId: string, { handle, hasPicture }: Person) {
  return queryOptions({
    queryKey: ['picture-of-person', accountId, handle],
    queryFn: ({ signal }) =>
      askAgent(agent, publishingApi.getPersonPicture, { params: { id: accountId }, query: { handle } }, signal),
    enabled: hasPicture,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** The name of a person in the cached results, else the handle up to its first dot or @. */
export function nameOf(client: QueryClient, handle: string): string {
  const found = client.getQueriesData<Person[]>({ queryKey: [KEY] }).flatMap(([, people]) => people ?? []);
  return found.find((person) => person.handle === handle)?.name ?? handle.split(/[.@]/)[0] ?? handle;
}

function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
