import { heldPostMessages } from '@/lib/messages.ts';

/** How many held posts one change may affect. */
const POSTS_MAX = 100;

type Refusal = { hint?: unknown; details?: unknown };

/**
 * Resolves a change that the database has refused because a platform holds a post (private.refuse_while_held): the
 * agent takes the post back, or moves it on the platform, and the change is retried. If the platform does not give it
 * back, the response says why, in the shape of Supabase's errors.
 */
export async function settleHeld(
  refused: Response,
  again: () => Promise<Response>,
  authorization: string | null,
): Promise<Response> {
  let answer = refused;
  for (let posts = 0; posts < POSTS_MAX && !answer.ok; posts++) {
    const held = heldIn(await answer.clone().text());
    if (!held) return answer;
    const taken = await takeBack(held, authorization);
    if (taken !== null) return Response.json({ code: 'handed_over', message: taken }, { status: 409 });
    answer = await again();
  }
  return answer;
}

/** Returns why the post was not taken back, or null on success. */
async function takeBack({ post, time }: Held, authorization: string | null): Promise<string | null> {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
  const body = JSON.stringify(time === null ? {} : { to: time });
  try {
    const url = `/api/posts/${encodeURIComponent(post)}/take-back`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    if (answer.ok) return null;
    const { error } = (await answer.json()) as { error?: unknown };
    return typeof error === 'string' ? error : heldPostMessages.failed;
  } catch {
    return heldPostMessages.failed;
  }
}

type Held = { post: string; time: string | null };

function heldIn(text: string): Held | null {
  try {
    const { hint, details } = JSON.parse(text) as Refusal;
    if (hint !== 'handed_over' || typeof details !== 'string') return null;
    const { post, time } = JSON.parse(details) as { post?: unknown; time?: unknown };
    return typeof post === 'string' ? { post, time: typeof time === 'string' ? time : null } : null;
  } catch {
    return null;
  }
}
