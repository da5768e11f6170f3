/** Why a call failed, in words for people: the server's own, or what backendFetch says when there was no answer. */
export function failureReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
