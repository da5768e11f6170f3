/** Where a model may run, in the order in which the screens offer it. */
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
  /** Answers over HTTP; false where the agent runs the model itself (local-ai.ts). */
  hasServer: boolean;
  /** Where its API is when no other address is given; null for a server that has to be named, or where there is none. */
  baseUrl: string | null;
  needsKey: boolean;
  /** Runs on this machine and costs nothing. */
  isLocal: boolean;
  /** A model's name as this provider writes it. */
  example: string;
  /** The same of a model that makes pictures; null where there is none to be had. */
  pictureExample: string | null;
};

export const AI_PROVIDERS: Record<AiProvider, ProviderFacts> = {
  local: {
    label: 'On this machine',
    hasServer: false,
    baseUrl: null,
    needsKey: false,
    isLocal: true,
    example: 'ministral-3-3b-instruct',
    pictureExample: null,
  },
  openai: {
    label: 'OpenAI',
    hasServer: true,
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    isLocal: false,
    example: 'gpt-5-mini',
    pictureExample: 'gpt-image-2.5-flare',
  },
  anthropic: {
    label: 'Anthropic',
    hasServer: true,
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    isLocal: false,
    example: 'claude-haiku-4-5',
    pictureExample: null,
  },
  google: {
    label: 'Google',
    hasServer: true,
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    isLocal: false,
    example: 'gemini-3.5-flash-lite',
    pictureExample: 'gemini-3.1-flash-image',
  },
  'openai-compatible': {
    label: 'OpenAI-compatible server',
    hasServer: true,
    baseUrl: null,
    needsKey: false,
    isLocal: false,
    example: 'mistral-small-latest',
    pictureExample: 'flux-1-schnell',
  },
  ollama: {
    label: 'Ollama',
    hasServer: true,
    baseUrl: 'http://127.0.0.1:11434/v1',
    needsKey: false,
    isLocal: true,
    example: 'llama3.2',
    pictureExample: 'x/z-image-turbo',
  },
  lmstudio: {
    label: 'LM Studio',
    hasServer: true,
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    isLocal: true,
    example: 'qwen2.5-7b-instruct',
    pictureExample: null,
  },
};

/** What stands for the writer of a post that a person wrote. */
export const BY_HAND = 'by-hand';

/** The writer's name that is kept with a post, for people: "openai:gpt-5-mini" is "gpt-5-mini (OpenAI)". */
export function writerLabel(writer: string): string {
  if (writer === BY_HAND) return 'Written by hand';
  const [, id, model] = /^([\w-]+):(.+)$/.exec(writer) ?? [];
  const provider = AI_PROVIDER_IDS.find((known) => known === id);
  return provider ? `${model} (${AI_PROVIDERS[provider].label})` : writer;
}
