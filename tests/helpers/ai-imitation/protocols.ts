export type Protocol = 'responses' | 'chat' | 'messages' | 'generateContent' | 'images' | 'predict' | 'speech';
/** How an answer ends: normally, at the token limit, or with a refusal. */
export type Finish = 'stop' | 'length' | 'refusal';

/** The usage that every answer reports, in tokens. */
export const USED = { input: 1000, output: 200 };
const TOTAL = USED.input + USED.output;
const USAGE = { input_tokens: USED.input, output_tokens: USED.output };
/** Fields that every answer of OpenAI has. */
const MADE = { created: 1_790_000_000, model: 'small-writer' };

type RequestBody = { tools?: { name: string }[]; generationConfig?: { responseModalities?: string[] } };

type Wording = {
  /** For pictures and sound, `text` is their base64, empty for none; bytes are returned as they are. */
  success(text: string, finish: Finish, request: RequestBody): object | Buffer;
  error(status: number, message: string): object;
};

/** The protocol of a path, by its ending. */
export function protocolOf(path: string): Protocol | null {
  if (path.endsWith('/responses')) return 'responses';
  if (path.endsWith('/chat/completions')) return 'chat';
  if (path.endsWith('/messages')) return 'messages';
  if (path.endsWith('/images/generations')) return 'images';
  if (path.endsWith('/audio/speech')) return 'speech';
  if (path.endsWith(':predict')) return 'predict';
  return path.endsWith(':generateContent') ? 'generateContent' : null;
}

/** Answers and errors in the format of each API. */
export const PROTOCOLS: Record<Protocol, Wording> = {
  responses: {
    success: (text, finish) => ({
      id: 'resp_1',
      object: 'response',
      created_at: MADE.created,
      model: MADE.model,
      status: finish === 'length' ? 'incomplete' : 'completed',
      ...(finish === 'length' && { incomplete_details: { reason: 'max_output_tokens' } }),
      output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [said(text, finish)] }],
      usage: { ...USAGE, total_tokens: TOTAL },
    }),
    error: openAiError,
  },
  chat: {
    success: (text, finish) => ({
      id: 'chat_1',
      object: 'chat.completion',
      ...MADE,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text },
          finish_reason: finish === 'refusal' ? 'content_filter' : finish,
        },
      ],
      usage: { prompt_tokens: USED.input, completion_tokens: USED.output, total_tokens: TOTAL },
    }),
    error: openAiError,
  },
  messages: {
    success: (text, finish, { tools }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'small-writer',
      content: tools?.[0]
        ? [{ type: 'tool_use', id: 'toolu_1', name: tools[0].name, input: parsed(text) }]
        : [{ type: 'text', text }],
      stop_reason: { stop: tools ? 'tool_use' : 'end_turn', length: 'max_tokens', refusal: 'refusal' }[finish],
      stop_sequence: null,
      usage: USAGE,
    }),
    error: (status, message) => ({
      type: 'error',
      error: { type: status === 401 ? 'authentication_error' : 'api_error', message },
    }),
  },
  generateContent: {
    success: (text, finish, body) => ({
      candidates: [
        {
          content: { role: 'model', parts: finish === 'refusal' || text === '' ? [] : [partOf(text, body)] },
          finishReason: { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }[finish],
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: USED.input, candidatesTokenCount: USED.output, totalTokenCount: TOTAL },
    }),
    error: googleError,
  },
  images: {
    success: (text) => ({
      created: MADE.created,
      data: text === '' ? [] : [{ b64_json: text }],
      usage: { ...USAGE, total_tokens: TOTAL },
    }),
    error: openAiError,
  },
  speech: { success: (text) => Buffer.from(text, 'base64'), error: openAiError },
  predict: {
    success: (text, finish) => ({
      predictions:
        finish === 'refusal' ? [{ raiFilteredReason: 'Unsafe.' }] : text === '' ? [] : [{ bytesBase64Encoded: text }],
    }),
    error: googleError,
  },
};

/** Whether the request asks for a picture. */
export function isForPicture(protocol: Protocol, { generationConfig }: RequestBody): boolean {
  return (
    protocol === 'images' ||
    protocol === 'predict' ||
    (generationConfig?.responseModalities?.includes('IMAGE') ?? false)
  );
}

/** Whether the request asks for speech. */
export function isForSpeech(protocol: Protocol, { generationConfig }: RequestBody): boolean {
  return protocol === 'speech' || (generationConfig?.responseModalities?.includes('AUDIO') ?? false);
}

/** A part of an answer in OpenAI's responses API. */
function said(text: string, finish: Finish): object {
  return finish === 'refusal' ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] };
}

function partOf(text: string, body: RequestBody): object {
  if (isForSpeech('generateContent', body))
    return { inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: text } };
  return isForPicture('generateContent', body) ? { inlineData: { mimeType: 'image/png', data: text } } : { text };
}

function googleError(status: number, message: string): object {
  return {
    error:
      status === 401
        ? { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' }
        : { code: status, message, status: 'UNKNOWN' },
  };
}

function openAiError(status: number, message: string): object {
  return {
    error: { message, type: status === 401 ? 'invalid_request_error' : 'server_error', param: null, code: null },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
