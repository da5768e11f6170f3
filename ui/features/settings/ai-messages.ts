import type { AiState, ModelSpending } from '../../../shared/ai.ts';
import { AI_PROVIDERS } from '../../../shared/ai-providers.ts';

/** Every word of the AI card of Settings. */
export const aiMessages = {
  title: 'AI Writer',
  loading: 'Loading the AI settings...',
  loadFailed: 'Failed to load the AI settings',
  builtIn: 'Built-in writer (no AI)',
  writesNow: 'Who writes the posts, from the next run on.',
  builtInHint:
    'It picks the most telling passages of your sources and shapes them by the template, on this machine and without cost.',
  provider: 'Written by',
  runsHere: 'runs on this machine',
  model: 'Model',
  modelHint: (example: string) => `The model’s name as the provider writes it, such as ${example}.`,
  modelsFound: (count: number) => `${count} ${count === 1 ? 'model is' : 'models are'} there: type to choose one.`,
  modelsLoading: 'Looking up the models…',
  modelsFailed: (reason: string) => `The models could not be listed: ${reason}`,
  pictureModel: 'Picture model',
  pictureModelHint: (example: string) =>
    `Makes the picture of each picture post, such as ${example}. Empty: pictures are drawn as cards. Carousels always are.`,
  noPictureModels: (provider: string) => `${provider} has no picture models: pictures are drawn as cards.`,
  key: 'Key',
  keyKept: 'Kept. Enter another to replace it.',
  keyHint:
    'Kept on this machine in a file that only you can read; never shown again, and never sent anywhere but there.',
  keyOptional: 'Only if the server asks for one.',
  more: 'Address and price',
  baseUrl: 'Address of the server',
  baseUrlHint: 'Up to its version, such as https://api.example.com/v1.',
  ownAddress: (address: string) => `Empty: ${address}`,
  inputPrice: 'Price of input',
  outputPrice: 'Price of output',
  priceHint: 'US dollars per million tokens.',
  priceUnknown: 'We do not know what this model costs. Without its price its tokens are counted, but not its cost.',
  cap: 'Monthly cap',
  capHint: 'US dollars. Once a month has cost this, no model is asked any more. Empty: no cap.',
  test: 'Test',
  testing: 'Testing...',
  testOk: (model: string, duration: string) => `${model} answers, in ${duration}.`,
  save: 'Save AI Settings',
  saving: 'Saving...',
  saved: 'AI settings saved',
  saveFailed: 'Failed to save the AI settings',
  month: 'This month',
  offer: (server: string, count: number) =>
    `${server} runs on this machine with ${count} ${count === 1 ? 'model' : 'models'}.`,
  takeOffer: (server: string) => `Use ${server}`,
  byEnvironment: 'Set by LOCAL_AGENT_AI_PROVIDER or by aiProvider in config.json, and changed there.',
  hosted:
    'Posts are written inside your Supabase project, by its function, which takes its model from secrets of its own. Write them into a file such as ai.env, run “supabase secrets set --env-file ai.env”, and delete the file:',
  hostedOr:
    'Without AI_PROVIDER the built-in writer writes, and without AI_PICTURE_MODEL pictures are drawn as cards. AI_BASE_URL and AI_MONTHLY_CAP (US dollars) may be set, too.',
  picturesBy: (model: string) => `Pictures by ${model}.`,
} as const;

/** The secrets of a hosted project's function, as they stand in a file: a key typed as an argument would stay in the shell's history. */
export const HOSTED_SECRETS = `AI_PROVIDER=openai
AI_MODEL=${AI_PROVIDERS.openai.example}
AI_PICTURE_MODEL=${AI_PROVIDERS.openai.pictureExample}
AI_API_KEY=...`;

/** What is wrong with what was entered. */
export const aiProblems = {
  model: 'Enter the model’s name.',
  key: 'Enter the key from your account there.',
  keyAgain: 'Enter the key again: it is not sent to an address that it was not given for.',
  baseUrl: 'Enter an address that begins with http:// or https://.',
  price: 'Enter both prices in US dollars, or neither.',
  cap: 'Enter US dollars from 0, such as 5, or nothing.',
} as const;

/** What models used this month, in a sentence. */
export function monthInWords({ calls, inputTokens, outputTokens, costUsd, unpricedCalls }: ModelSpending): string {
  if (calls === 0) return 'No model was asked yet.';
  const count = (value: number) => value.toLocaleString('en');
  const used = `${count(inputTokens)} tokens in and ${count(outputTokens)} out, in ${count(calls)} ${calls === 1 ? 'call' : 'calls'}`;
  if (unpricedCalls === calls) return `${used}. What they cost is not known.`;
  const left = unpricedCalls > 0 ? ` ${count(unpricedCalls)} of them at an unknown price.` : '';
  return `${dollars(costUsd)} for ${used}.${left}`;
}

/** How much of the cap is used, or null without one. */
export function capInWords({ monthlyCapUsd, month }: AiState): string | null {
  if (monthlyCapUsd === null || !month) return null;
  return month.costUsd >= monthlyCapUsd
    ? `The cap of ${dollars(monthlyCapUsd)} is reached: no model is asked until the month ends or the cap is raised.`
    : `${dollars(monthlyCapUsd - month.costUsd)} left of ${dollars(monthlyCapUsd)}${month.unpricedCalls > 0 ? ', without the calls at an unknown price' : ''}.`;
}

function dollars(amount: number): string {
  const isTiny = amount > 0 && amount < 0.01;
  return isTiny ? 'less than $0.01' : `$${amount.toFixed(2)}`;
}
