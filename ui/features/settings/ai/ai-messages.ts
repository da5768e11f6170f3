import type { AiState, ModelSpending } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../../shared/ai/providers.ts';

export const aiMessages = {
  title: 'AI Writer',
  loading: 'Loading the AI settings...',
  loadFailed: 'Failed to load the AI settings',
  builtIn: 'Built-in writer (no AI)',
  writesNow: 'Who writes your posts, starting with the next run.',
  builtInHint:
    'Picks the strongest passages from your sources and shapes them with the template. Runs on this machine, free of charge.',
  provider: 'Written by',
  runsHere: 'runs on this machine',
  model: 'Model',
  modelHint: (example: string) => `The provider’s name for the model, such as ${example}.`,
  modelsFound: (count: number) => `${count} ${count === 1 ? 'model' : 'models'} found. Type to choose one.`,
  modelsLoading: 'Looking up models…',
  modelsFailed: (reason: string) => `Could not list the models: ${reason}`,
  pictureModel: 'Picture model',
  pictureModelHint: (example: string) =>
    `Makes the picture for each picture post, such as ${example}. Leave empty for drawn cards. Carousels always use cards.`,
  noPictureModels: (provider: string) => `${provider} has no picture models, so pictures are drawn as cards.`,
  key: 'API key',
  keyKept: 'Saved. Enter another to replace it.',
  keyHint: 'Stored on this machine in a file that only you can read. Never shown again, and sent only to the provider.',
  getKey: (provider: string) => `Get a key from ${provider}`,
  keyOptional: 'Only if the server asks for one.',
  more: 'Address and price',
  baseUrl: 'Server address',
  baseUrlHint: 'Up to and including the version, such as https://api.example.com/v1.',
  ownAddress: (address: string) => `Leave empty for ${address}`,
  inputPrice: 'Input price',
  outputPrice: 'Output price',
  priceHint: 'US dollars per million tokens.',
  priceUnknown: 'No known price for this model. Without one, tokens are counted but not the cost.',
  cap: 'Monthly cap',
  capHint: 'US dollars. Once the month’s cost reaches this, no model is used. Leave empty for no cap.',
  test: 'Test',
  testing: 'Testing...',
  testOk: (model: string, duration: string) => `${model} responded in ${duration}.`,
  save: 'Save AI Settings',
  saving: 'Saving...',
  saved: 'AI settings saved',
  saveFailed: 'Failed to save the AI settings',
  month: 'This month',
  offer: (server: string, count: number) =>
    `${server} runs on this machine with ${count} ${count === 1 ? 'model' : 'models'}.`,
  takeOffer: (server: string) => `Use ${server}`,
  byEnvironment: 'Set by LOCAL_AGENT_AI_PROVIDER or by aiProvider in config.json. Change it there.',
  ownersChoice: 'Only the owner of this workspace can change the writer.',
  hosted:
    'Posts are written by a function in your Supabase project, which reads its model from the function’s secrets. Put them in a file such as ai.env, run “supabase secrets set --env-file ai.env”, and delete the file:',
  hostedOr:
    'Without AI_PROVIDER, the built-in writer is used. Without AI_PICTURE_MODEL, pictures are drawn as cards. AI_BASE_URL and AI_MONTHLY_CAP (US dollars) are optional.',
  picturesBy: (model: string) => `Pictures by ${model}.`,
} as const;

/**
 * The function's secrets for a hosted project, as a file: a key typed as an argument would stay in the shell's history.
 */
export const HOSTED_SECRETS = `AI_PROVIDER=openai
AI_MODEL=${AI_PROVIDERS.openai.example}
AI_PICTURE_MODEL=${AI_PROVIDERS.openai.pictureExample}
AI_API_KEY=...`;

export const aiProblems = {
  model: 'Enter the model’s name.',
  key: 'Enter the API key from your account with the provider.',
  keyAgain: 'Enter the key again: the address has changed, and the saved key is only for the old one.',
  baseUrl: 'Enter an address that begins with http:// or https://.',
  price: 'Enter both prices in US dollars, or neither.',
  cap: 'Enter an amount in US dollars, such as 5, or leave it empty.',
} as const;

/** This month's model usage in one sentence. */
export function monthInWords({ calls, inputTokens, outputTokens, costUsd, unpricedCalls }: ModelSpending): string {
  if (calls === 0) return 'No model used yet.';
  const count = (value: number) => value.toLocaleString('en');
  const used = `${count(inputTokens)} tokens in and ${count(outputTokens)} out, in ${count(calls)} ${calls === 1 ? 'call' : 'calls'}`;
  if (unpricedCalls === calls) return `${used}. Cost unknown.`;
  const left = unpricedCalls > 0 ? ` ${count(unpricedCalls)} of them at an unknown price.` : '';
  return `${dollars(costUsd)} for ${used}.${left}`;
}

/** How much of the cap is used; null without one. */
export function capInWords({ monthlyCapUsd, month }: AiState): string | null {
  if (monthlyCapUsd === null || !month) return null;
  return month.costUsd >= monthlyCapUsd
    ? `The cap of ${dollars(monthlyCapUsd)} has been reached. No model is used until next month, unless you raise the cap.`
    : `${dollars(monthlyCapUsd - month.costUsd)} left of ${dollars(monthlyCapUsd)}${month.unpricedCalls > 0 ? ', not counting calls at an unknown price' : ''}.`;
}

function dollars(amount: number): string {
  const isTiny = amount > 0 && amount < 0.01;
  return isTiny ? 'less than $0.01' : `$${amount.toFixed(2)}`;
}
