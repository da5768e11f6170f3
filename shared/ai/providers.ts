/** The providers of models, in display order. */
export const AI_PROVIDER_IDS = [
  'local',
  'openai',
  'anthropic',
  'google',
  'openai-compatible',
  'ollama',
  'lmstudio',
] as const;
export type AiProvider = (typeof AI_PROVIDER_IDS)[number];

type ProviderFacts = {
  label: string;
  /** Whether it is called over HTTP; false if the agent runs the model itself (local-ai.ts). */
  hasServer: boolean;
  /** The default address of its API; null when it must be given, or there is none. */
  baseUrl: string | null;
  needsKey: boolean;
  /** The page where users get a key; null if there is none. */
  keyPage: string | null;
  /** Runs on this machine and costs nothing. */
  isLocal: boolean;
  /** A model's name in this provider's format. */
  example: string;
  /** The same for a picture model; null when there is none. */
  pictureExample: string | null;
};

export const AI_PROVIDERS: Record<AiProvider, ProviderFacts> = {
  local: {
    label: 'On this machine',
    hasServer: false,
    baseUrl: null,
    needsKey: false,
    keyPage: null,
    isLocal: true,
    example: 'ministral-3-3b-instruct',
    pictureExample: null,
  },
  openai: {
    label: 'OpenAI',
    hasServer: true,
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    keyPage: 'https://platform.openai.com/api-keys',
    isLocal: false,
    example: 'gpt-5-mini',
    pictureExample: 'gpt-image-2.5-flare',
  },
  anthropic: {
    label: 'Anthropic',
    hasServer: true,
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    keyPage: 'https://console.anthropic.com/settings/keys',
    isLocal: false,
    example: 'claude-haiku-4-5',
    pictureExample: null,
  },
  google: {
    label: 'Google',
    hasServer: true,
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    keyPage: 'https://aistudio.google.com/apikey',
    isLocal: false,
    example: 'gemini-3.5-flash-lite',
    pictureExample: 'gemini-3.1-flash-image',
  },
  'openai-compatible': {
    label: 'OpenAI-compatible server',
    hasServer: true,
    baseUrl: null,
    needsKey: false,
    keyPage: null,
    isLocal: false,
    example: 'mistral-small-latest',
    pictureExample: 'flux-1-schnell',
  },
  ollama: {
    label: 'Ollama',
    hasServer: true,
    baseUrl: 'http://127.0.0.1:11434/v1',
    needsKey: false,
    keyPage: null,
    isLocal: true,
    example: 'llama3.2',
    pictureExample: 'x/z-image-turbo',
  },
  lmstudio: {
    label: 'LM Studio',
    hasServer: true,
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    keyPage: null,
    isLocal: true,
    example: 'qwen2.5-7b-instruct',
    pictureExample: null,
  },
};

/** The writer of a post written by the user. */
export const BY_HAND = 'by-hand';

/** A stored writer's name for display: "openai:gpt-5-mini" is "gpt-5-mini (OpenAI)". */
export function writerLabel(writer: string): string {
  if (writer === BY_HAND) return 'Written by hand';
  const [, id, model] = /^([\w-]+):(.+)$/.exec(writer) ?? [];
  const provider = AI_PROVIDER_IDS.find((known) => known === id);
  return provider ? `${model} (${AI_PROVIDERS[provider].label})` : writer;
}

/** Whether a model runs on this machine, so that none of its input leaves it. */
export function runsHere({ provider, baseUrl }: { provider: AiProvider; baseUrl: string | null }): boolean {
  const { isLocal, baseUrl: usual } = AI_PROVIDERS[provider];
  const address = baseUrl ?? usual;
  return isLocal && (address === null || /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(address));
}
