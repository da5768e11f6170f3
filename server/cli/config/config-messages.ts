import { aiProviderSchema } from '../../../shared/ai/ai.ts';

export const HIDDEN_KEY = '(set, never shown)';
export const KEY_AS_ARGUMENT =
  'A key on the command line can be read by every program on this machine and stays in the shell’s history. Leave it out and type it, or pipe it: printf %s "$KEY" | local-agent config set ai.key --stdin';
export const NO_KEY = 'Pass the key on standard input: printf %s "$KEY" | local-agent config set ai.key --stdin';
export const EMPTY_KEY = 'No key on standard input.';
export const A_PRICE = 'Enter the input and output price in dollars per million tokens, such as 0.25/2.';
export const BUILT_IN = 'No model is set, so the built-in writer is used.';
export const NO_MODELS = 'The provider lists no models for posts or pictures.';
export const FOR_WRITING = 'posts';
export const FOR_PICTURES = 'pictures';
export const providers = `The providers are ${aiProviderSchema.options.join(', ')}.`;

export const unknownName = (name: string, names: readonly string[]) =>
  `Unknown setting ${name}. Settings: ${names.join(', ')}. All others are set in config.json or in the environment.`;
export const noValue = (name: string) => `Enter a value: local-agent config set ${name} <value>`;
export const isNotSet = (name: string) => `${name} is not set.`;
export const hasSet = (name: string) => `Set ${name}.`;
export const hasUnset = (name: string) => `Unset ${name}.`;
export const notComplete = (reason: string) => `Not complete yet: ${reason}`;
