import type { Site } from './imitation.ts';
import { POSTS_PER_ANSWER, postsAfter } from './posts.ts';
import { isStopAnswer, isStopPage, STOP_ANSWERS, STOP_PAGES, type Switches } from './switches.ts';
import { WORDS } from './words.ts';

type ApiAnswer = { status: number; body: object };
type Stop = NonNullable<Switches['stop']>['by'];

/** Explore and Reels have their own posts, with numbers far from the feed's. */
const ELSEWHERE = { explore: { from: 10_000, videoEvery: 0 }, reels: { from: 20_000, videoEvery: 1 } } as const;

/**
 * The API for a signed-in user: GET /api/v1/feed/timeline/, /api/v1/explore/ and /api/v1/reels/ return posts (`max_id`
 * is the cursor, `seen_posts` how many the user has reached), and so does GET /graphql/query/?name=feed|explore|reels.
 * Every POST succeeds.
 */
export function answerApi(method: string, path: string, query: URLSearchParams, site: Site): ApiAnswer {
  const { switches, visit } = site;
  if (query.has('seen_posts')) visit.advance(Number(query.get('seen_posts')));
  const stop = visit.stopOf(switches);
  if (stop && isStopAnswer(stop)) return STOP_ANSWERS[stop];
  if (stop === 'server_error' || stop === 'api_error') return { status: 500, body: { status: 'fail' } };
  if (method !== 'GET') return { status: 200, body: { status: 'ok', ...orders(stop, switches) } };
  const posts = postsFor(query.get('name') ?? path.split('/')[3] ?? '', query.get('max_id'), switches);
  return { status: 200, body: { ...posts, ...orders(stop, switches), status: 'ok' } };
}

function postsFor(name: string, cursor: string | null, switches: Switches) {
  if (name !== 'explore' && name !== 'reels') return postsAfter(cursor, switches, POSTS_PER_ANSWER.feed);
  const { from, videoEvery } = ELSEWHERE[name];
  return postsAfter(cursor ?? String(from), { posts: Number.POSITIVE_INFINITY, videoEvery }, POSTS_PER_ANSWER[name]);
}

type Orders = { redirect?: string; dialog?: readonly [string, string]; notice?: boolean; loop?: boolean };

/** What the page's scripts should do besides showing posts. */
function orders(stop: Stop | null, { language }: Switches): Orders {
  if (!stop || isStopAnswer(stop)) return {};
  if (isStopPage(stop)) return { redirect: STOP_PAGES[stop] };
  switch (stop) {
    case 'newer_login':
      return { redirect: '/' };
    case 'notice':
      return { notice: true };
    case 'endless_loop':
      return { loop: true };
    case 'session_gone':
    case 'server_error':
    case 'api_error':
    case 'bare_429':
      return {};
    default:
      return { dialog: WORDS[language].stopDialogs[stop] };
  }
}
