import type { ModelChoice } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../../shared/ai/providers.ts';

const nameOf = ({ provider }: Pick<ModelChoice, 'provider'>) => AI_PROVIDERS[provider].label;
const WHERE = 'in Settings under AI Writer';

/** Messages for failures of a model, each with the remedy. */
export const MODEL_MESSAGES = {
  noKey: (choice: ModelChoice) => `${nameOf(choice)} needs a key, and none is set. Enter one ${WHERE}.`,
  onlyInAgent: `A model on the agent’s machine cannot be reached from here. Choose another provider ${WHERE}.`,
  wrongKey: (choice: ModelChoice) =>
    `${nameOf(choice)} refused the key. Copy it again from your account there and enter it ${WHERE}.`,
  forbidden: (choice: ModelChoice, reason: string) =>
    `${nameOf(choice)} does not let this key use ${choice.model}: ${reason} Choose another model ${WHERE}, or allow it in your account there.`,
  noQuota: (choice: ModelChoice) =>
    `Your account with ${nameOf(choice)} has no credit left. Add some there, or choose another model ${WHERE}.`,
  rateLimited: (choice: ModelChoice, seconds: number | null) =>
    `${nameOf(choice)} is limiting requests. Try again ${seconds === null ? 'in a few minutes' : `in ${inWords(seconds)}`}.`,
  modelUnknown: (choice: ModelChoice) =>
    `${nameOf(choice)} has no model “${choice.model}”${choice.baseUrl ? ` at ${choice.baseUrl}` : ''}. Check its name ${WHERE}.`,
  rejected: (choice: ModelChoice, reason: string) =>
    `${nameOf(choice)} did not accept the request for ${choice.model}: ${reason} Try another model ${WHERE}.`,
  unreachable: (choice: ModelChoice, address: string) =>
    AI_PROVIDERS[choice.provider].isLocal
      ? `${nameOf(choice)} does not answer at ${address}. Start it, then try again.`
      : `${nameOf(choice)} cannot be reached at ${address}. Check the network and the address, then try again.`,
  down: (choice: ModelChoice, status: number) =>
    `${nameOf(choice)} is having problems (status ${status}). Try again in a few minutes.`,
  broken: (choice: ModelChoice) => `The answer from ${nameOf(choice)} was interrupted. Try again.`,
  tooSlow: (choice: ModelChoice, seconds: number) =>
    `${choice.model} did not answer within ${inWords(seconds)}. Try again, or choose a faster model ${WHERE}.`,
  refused: (choice: ModelChoice, reason: string) =>
    `${choice.model} refused to write this${reason ? `: “${reason}”` : '.'} Change the niche, the template or the sources, or choose another model.`,
  cut: (choice: ModelChoice) =>
    `${choice.model} ran out of room before its answer was complete. Choose a model that may write more ${WHERE}.`,
  endless: (choice: ModelChoice) =>
    `${choice.model} did not finish its answer. Try again, or choose a larger model ${WHERE}.`,
  unusable: (choice: ModelChoice, problem: string) =>
    `${choice.model} answered twice with something that cannot be used: ${problem} Try again, or choose a stronger model ${WHERE}.`,
  capReached: (spent: number, cap: number) =>
    `This month's models have cost ${dollars(spent)}, and your cap is ${dollars(cap)}. Raise the cap or remove the model ${WHERE}; the pause also ends with the month.`,
  badSecrets: (problem: string) =>
    `The secrets of the function are invalid: ${problem}. Set AI_PROVIDER, AI_MODEL and AI_API_KEY with \`supabase secrets set\`.`,
} as const;

function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
