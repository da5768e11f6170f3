const UNREACHABLE = 'The backend could not be reached. Make sure the agent is running, then try again.';

/** Why a call failed, in words for people: the server's own, or that it could not be reached (fetch throws a TypeError then). */
export function failureReason(error: unknown): string {
  if (error instanceof TypeError) return UNREACHABLE;
  return error instanceof Error ? error.message : String(error);
}
