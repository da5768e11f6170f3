import type { ModelChoice } from '../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../shared/ai/providers.ts';

/**
 * Messages about pictures: which model made them, or why a card was drawn instead. The reasons are appended to `drawn`.
 */
export const PICTURE_MESSAGES = {
  made: (count: number, model: string, costUsd: number | null) =>
    `${pictures(count)} by ${model}${costUsd ? ` for about $${costUsd.toFixed(costUsd < 0.01 ? 4 : 2)}` : ''}.`,
  drawn: (count: number, reason: string) =>
    `${pictures(count)} ${count === 1 ? 'was' : 'were'} drawn as ${count === 1 ? 'a card' : 'cards'} instead: ${reason}`,
  none: ({ provider }: Pick<ModelChoice, 'provider'>) =>
    `${AI_PROVIDERS[provider].label} has no models that make pictures. Leave the picture model empty, or choose another provider.`,
  refused: ({ model }: ModelChoice) => `${model} refused to make a picture of this post.`,
  missing: ({ model }: ModelChoice) =>
    `${model} answered without a picture. It may have refused, or does not make pictures.`,
  broken: ({ model }: ModelChoice) => `The picture from ${model} arrived damaged.`,
  tooLarge: ({ model }: ModelChoice, megabytes: number) =>
    `The answer from ${model} was larger than ${megabytes} MB, and was discarded.`,
  unexpected: 'The picture could not be made or stored; the log has the details.',
} as const;

function pictures(count: number): string {
  return `${count} ${count === 1 ? 'picture' : 'pictures'}`;
}
