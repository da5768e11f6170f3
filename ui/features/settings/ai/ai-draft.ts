import { aiProblems } from '@/features/settings/ai/ai-messages.ts';
import type { AiChange, AiState } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../../../shared/ai/providers.ts';

/** The choice as typed. An empty key keeps the stored one. */
export type AiDraft = {
  provider: AiProvider | 'built-in';
  model: string;
  pictureModel: string;
  apiKey: string;
  baseUrl: string;
  inputPrice: string;
  outputPrice: string;
  cap: string;
};

export type AiProblems = { [field in 'model' | 'apiKey' | 'baseUrl' | 'price' | 'cap']?: string };

/** The stored choice as form values. */
export function draftOf({ provider, model, pictureModel, baseUrl, price, monthlyCapUsd }: AiState): AiDraft {
  return {
    provider: provider ?? 'built-in',
    model: model ?? '',
    pictureModel: pictureModel ?? '',
    apiKey: '',
    baseUrl: baseUrl ?? '',
    inputPrice: price ? String(price.input) : '',
    outputPrice: price ? String(price.output) : '',
    cap: monthlyCapUsd === null ? '' : String(monthlyCapUsd),
  };
}

/** The draft with another provider: clears the previous one's values, and restores stored ones. */
export function withProvider(draft: AiDraft, provider: AiDraft['provider'], state: AiState): AiDraft {
  const fresh = { model: '', pictureModel: '', apiKey: '', baseUrl: '', inputPrice: '', outputPrice: '' };
  const stored = provider === state.provider ? draftOf(state) : fresh;
  return { ...stored, provider, cap: draft.cap };
}

/** Whether the stored key is kept with the current input. */
export function keepsKey(draft: AiDraft, state: AiState): boolean {
  return state.hasKey && draft.provider === state.provider && draft.baseUrl.trim() === (state.baseUrl ?? '');
}

/** Errors by field; empty when it can be saved. */
export function problemsOf(draft: AiDraft, state: AiState): AiProblems {
  const problems: AiProblems = {};
  if (draft.cap.trim() !== '' && !isSum(draft.cap)) problems.cap = aiProblems.cap;
  if (draft.provider === 'built-in') return problems;
  const { needsKey, baseUrl, hasServer } = AI_PROVIDERS[draft.provider];
  if (draft.model.trim() === '') problems.model = aiProblems.model;
  if (draft.baseUrl.trim() === '' ? hasServer && baseUrl === null : !isWebAddress(draft.baseUrl))
    problems.baseUrl = aiProblems.baseUrl;
  if (needsKey && draft.apiKey === '' && !keepsKey(draft, state)) {
    problems.apiKey = state.hasKey && draft.provider === state.provider ? aiProblems.keyAgain : aiProblems.key;
  }
  const prices = [draft.inputPrice, draft.outputPrice].filter((price) => price.trim() !== '');
  if (prices.length === 1 || !prices.every(isSum)) problems.price = aiProblems.price;
  return problems;
}

/** Converts a valid draft to the agent's format. */
export function changeOf(draft: AiDraft, state: AiState): AiChange {
  const cap = draft.cap.trim() === '' ? null : Number(draft.cap);
  // Omitted if unchanged: the environment may have set it.
  const capChange = cap === state.monthlyCapUsd ? {} : { monthlyCapUsd: cap };
  if (draft.provider === 'built-in') return { provider: null, ...capChange };
  return {
    provider: draft.provider,
    model: draft.model.trim(),
    pictureModel: draft.pictureModel.trim() || null,
    ...(draft.apiKey !== '' && { apiKey: draft.apiKey.trim() }),
    baseUrl: draft.baseUrl.trim() || null,
    price:
      draft.inputPrice.trim() === '' ? null : { input: Number(draft.inputPrice), output: Number(draft.outputPrice) },
    ...capChange,
  };
}

/** The data needed to list the provider's models; null while the key or the address is missing. */
export function sourceOf(draft: AiDraft, state: AiState): AiChange | null {
  const { apiKey, baseUrl } = problemsOf(draft, state);
  if (draft.provider === 'built-in' || apiKey !== undefined || baseUrl !== undefined) return null;
  return {
    provider: draft.provider,
    baseUrl: draft.baseUrl.trim() || null,
    ...(draft.apiKey !== '' && { apiKey: draft.apiKey.trim() }),
  };
}

function isSum(typed: string): boolean {
  return typed.trim() !== '' && Number(typed) >= 0 && Number.isFinite(Number(typed));
}

function isWebAddress(typed: string): boolean {
  return /^https?:\/\/[^\s/]/.test(typed.trim());
}
