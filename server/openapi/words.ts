/** The introduction of the API document. */
export const ABOUT = `Everything that local-agent does, for scripts and tools such as n8n and Make.

- The agent listens on this machine only, unless it was started with \`--allow-remote\`. Its address is \`http://127.0.0.1:3001\`, or as \`local-agent status\` says.
- Send \`Authorization: Bearer <token>\`. \`local-agent token\` prints the agent's token.
- An error answers \`{ "error": "…", "code": "…" }\`: a sentence with the remedy for people, and a code that does not change.
- Times are ISO 8601. Requests may carry fields that are not known; answers may get more fields.
- Where an operation also answers \`text/event-stream\`, \`Accept: text/event-stream\` gets server-sent events as it happens. \`x-events\` has the data of each event. The last event is the result, or \`error\` with \`{ error, code }\`. Closing the connection does not end the work.
`;

export const SECURITY_ABOUT = {
  agentToken:
    'What `local-agent token` prints. It is kept in the data directory, in a file that only its owner can read.',
  memberToken: 'The access token of a member of the workspace, as signing in to its Supabase gives it.',
};

/** Who may call an operation that not all members may call. */
export const ACCESS_ABOUT: { [access in 'owner' | 'code']: string } = {
  owner: 'For the owner of the workspace and the agent token.',
  code: 'For members who may run code on the agent’s machine, and the agent token.',
};

/** Descriptions of answers with an operation's outcome, by status. A 422 has the outcome of work that failed. */
export const SUCCESS = {
  200: 'It is done; the answer.',
  201: 'It was made; what was made.',
  202: 'It has begun; how it stands.',
  204: 'It is done.',
  503: 'It was examined, and is degraded; or the agent is stopping.',
  422: 'It ran, and failed; what came of it.',
  stream: 'Events, as they happen.',
} as const;

/** The API's errors by status: the answer's name in the document, and its description. */
export const ERROR_ANSWERS = {
  400: { name: 'BadInput', about: 'What was sent cannot be used; `error` names the field.' },
  401: { name: 'Unauthorized', about: 'The token is missing, wrong or no longer valid.' },
  403: { name: 'Forbidden', about: 'The caller may not do this, or asks for another host or from another site.' },
  404: { name: 'NotFound', about: 'There is nothing with that name or id.' },
  409: { name: 'Conflict', about: 'The state of things does not allow it; `error` says what does.' },
  413: { name: 'TooLarge', about: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', about: 'The body has another media type than this operation takes.' },
  429: { name: 'RateLimited', about: 'Too soon.' },
  500: { name: 'Internal', about: 'The agent failed; its log says how.' },
  502: { name: 'BadAnswer', about: 'Another service answered what cannot be used.' },
  503: { name: 'Unavailable', about: 'Something that is needed does not answer, or the agent is stopping.' },
} as const;

export type ErrorStatus = keyof typeof ERROR_ANSWERS;
