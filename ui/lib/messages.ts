/** What every screen says when a call cannot be answered, whatever the call. */
export const connectionMessages = {
  sessionEnded: 'Your session has ended. Sign in again to continue.',
  unreachable: 'The backend could not be reached. Make sure the agent is running, then try again.',
  projectUnreachable: 'Your Supabase project could not be reached. Check your connection, then try again.',
} as const;
