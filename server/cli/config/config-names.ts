import { type AiChange, type AiSettings, aiChangeSchema } from '../../../shared/ai/ai.ts';
import { AppError } from '../../errors.ts';
import { A_PRICE, HIDDEN_KEY, providers, unknownName } from './config-messages.ts';

type Name = {
  field: keyof AiSettings;
  /** Converts the typed text to the contract's value. */
  parse?: (typed: string) => unknown;
  show?: (settings: AiSettings) => string | null;
};

/** The settings of `local-agent config` in display order. */
export const CONFIG_NAMES: Record<string, Name> = {
  'ai.provider': { field: 'provider' },
  'ai.model': { field: 'model' },
  'ai.picture-model': { field: 'pictureModel' },
  'ai.key': { field: 'apiKey', show: ({ apiKey }) => apiKey && HIDDEN_KEY },
  'ai.base-url': { field: 'baseUrl' },
  'ai.price': {
    field: 'price',
    parse(typed) {
      const [, input, output] = /^([\d.]+)\/([\d.]+)$/.exec(typed) ?? [];
      if (!input || !output) throw new AppError('bad_input', A_PRICE);
      return { input: Number(input), output: Number(output) };
    },
    show: ({ price }) => price && `${price.input}/${price.output}`,
  },
  'ai.monthly-cap': { field: 'monthlyCapUsd', parse: (typed) => (typed.trim() === '' ? Number.NaN : Number(typed)) },
};

/** AppError bad_input for an unknown name. */
export function fieldOf(name: string): Name {
  const known = CONFIG_NAMES[name];
  if (!known) throw new AppError('bad_input', unknownName(name, Object.keys(CONFIG_NAMES)));
  return known;
}

/** A setting as text, null when not set. For the key, only whether it is set. */
export function shownValue(name: string, settings: AiSettings): string | null {
  const { field, show } = fieldOf(name);
  if (show) return show(settings);
  const value = settings[field];
  return value === null ? null : String(value);
}

/** The change that sets a name to the typed text. AppError bad_input with the reason. */
export function changeTo(name: string, typed: string): AiChange {
  const { field, parse } = fieldOf(name);
  const parsed = aiChangeSchema.safeParse({ [field]: parse ? parse(typed) : typed });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('bad_input', `${name}: ${field === 'provider' ? providers : issue?.message}`);
}
