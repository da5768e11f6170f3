/** What SupabaseConnection.invokeFunction takes. `body` is sent as JSON. */
export type FunctionCall = { body?: unknown; accept?: string; signal?: AbortSignal };

/** Where functions are, and who calls them. */
export type FunctionHost = { url: string; secretKey: string; fetch: typeof fetch };

/** Calls an edge function with the service key, the way supabase-js does it, but leaves the answer's body unread so that it can be streamed. */
export function callFunction(
  host: FunctionHost,
  name: string,
  { body, accept, signal }: FunctionCall,
): Promise<Response> {
  return host.fetch(`${host.url}/functions/v1/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: {
      apikey: host.secretKey,
      Authorization: `Bearer ${host.secretKey}`,
      ...(accept && { Accept: accept }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}
