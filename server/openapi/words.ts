/** The introduction of the API document. */
export const ABOUT = `Everything that local-agent does, for scripts and tools such as n8n and Make.

- The agent listens on this machine only, unless it was started with \`--allow-remote\`. Its address is \`http://127.0.0.1:3001\`, or as \`local-agent status\` shows.
- Send \`Authorization: Bearer <token>\`. \`local-agent token\` prints the agent's token.
- An error answers \`{ "error": "…", "code": "…" }\`: a sentence with the remedy for people, and a code that does not change.
- Times are ISO 8601. Unknown fields in requests are ignored; new fields may be added to answers.
- Where an operation also answers \`text/event-stream\`, \`Accept: text/event-stream\` returns server-sent events as it happens. \`x-events\` has the data of each event. The last event is the result, or \`error\` with \`{ error, code }\`. Closing the connection does not end the work.
`;

export const SECURITY_ABOUT = {
  agentToken:
    'What `local-agent token` prints. It is kept in the data directory, in a file that only its owner can read.',
  memberToken: 'The access token of a member of the workspace, returned by signing in to its Supabase.',
};

/** Who may call an operation that not all members may call. */
export const ACCESS_ABOUT: { [access in 'owner' | 'code']: string } = {
  owner: 'For the owner of the workspace and the agent token.',
  code: 'For members who may run code on the agent’s machine, and the agent token.',
};

/** Descriptions of answers with an operation's outcome, by status. A 422 has the outcome of work that failed. */
export const SUCCESS = {
  200: 'Done; the result.',
  201: 'Created; what was created.',
  202: 'Started; its state.',
  204: 'Done.',
  503: 'Checked, and degraded; or the agent is stopping.',
  422: 'It ran and failed; its result.',
  stream: 'Events, as they happen.',
} as const;

/** The API's errors by status: the answer's name in the document, and its description. */
export const ERROR_ANSWERS = {
  400: { name: 'BadInput', about: 'The request is invalid; `error` names the field.' },
  401: { name: 'Unauthorized', about: 'The token is missing, wrong or no longer valid.' },
  403: {
    name: 'Forbidden',
    about: 'The caller may not do this, or the request is for another host or from another site.',
  },
  404: { name: 'NotFound', about: 'There is nothing with that name or id.' },
  409: { name: 'Conflict', about: 'The current state does not allow it; `error` says what to do.' },
  413: { name: 'TooLarge', about: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', about: 'This operation does not accept the media type of the body.' },
  429: { name: 'RateLimited', about: 'Too soon.' },
  500: { name: 'Internal', about: 'The agent failed; its log has the details.' },
  502: { name: 'BadAnswer', about: 'Another service returned an unusable answer.' },
  503: { name: 'Unavailable', about: 'A required service does not answer, or the agent is stopping.' },
} as const;

export type ErrorStatus = keyof typeof ERROR_ANSWERS;
