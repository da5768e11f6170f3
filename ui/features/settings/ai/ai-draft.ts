import { aiProblems } from '@/features/settings/ai/ai-messages.ts';
import type { AiChange, AiState } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../../../shared/ai/providers.ts';

/** The choice as it is entered: everything as it was typed. An empty key keeps the stored one. */
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

/** What is stored, as it stands in the fields. */
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

/** The draft with another provider: what belongs to the one before goes, and what is stored for this one comes back. */
export function withProvider(draft: AiDraft, provider: AiDraft['provider'], state: AiState): AiDraft {
  const fresh = { model: '', pictureModel: '', apiKey: '', baseUrl: '', inputPrice: '', outputPrice: '' };
  const stored = provider === state.provider ? draftOf(state) : fresh;
  return { ...stored, provider, cap: draft.cap };
}

/** Whether the stored key goes with what is entered. */
export function keepsKey(draft: AiDraft, state: AiState): boolean {
  return state.hasKey && draft.provider === state.provider && draft.baseUrl.trim() === (state.baseUrl ?? '');
}

/** What is wrong with what is entered, by field; empty when it can be saved. */
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

/** A draft without problems, as the agent takes it. */
export function changeOf(draft: AiDraft, state: AiState): AiChange {
  const cap = draft.cap.trim() === '' ? null : Number(draft.cap);
  // What is not changed is not sent: the environment may have set it.
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

/** What is needed to ask the provider for its models; null as long as the key or the address is not there. */
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
