/** Messages for any failed call, on every screen. */
export const connectionMessages = {
  sessionEnded: 'Your session has ended. Sign in again to continue.',
  unreachable: 'The backend could not be reached. Make sure the agent is running, then try again.',
  projectUnreachable: 'Your Supabase project could not be reached. Check your connection, then try again.',
} as const;

/** Why a call failed, for users: the server's message, or backendFetch's if there was no response. */
export function failureReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The product's name: "a signed-in web application, labelled a Local Agent" (§1). */
export const PRODUCT_NAME = 'Local Agent';

/** For a post that a platform holds, which has to be changed there first. */
export const heldPostMessages = {
  failed:
    'A platform holds this post, and the agent could not take it back, so nothing was changed. Make sure that the agent is running, then try again.',
} as const;
