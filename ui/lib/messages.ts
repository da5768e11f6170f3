/** What every screen says when a call cannot be answered, whatever the call. */
export const connectionMessages = {
  sessionEnded: 'Your session has ended. Sign in again to continue.',
  unreachable: 'The backend could not be reached. Make sure the agent is running, then try again.',
  projectUnreachable: 'Your Supabase project could not be reached. Check your connection, then try again.',
} as const;

/** Why a call failed, in words for people: the server's own, or what backendFetch says when there was no answer. */
export function failureReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The product's name as people read it: "a signed-in web application, labelled a Local Agent" (§1). */
export const PRODUCT_NAME = 'Local Agent';
