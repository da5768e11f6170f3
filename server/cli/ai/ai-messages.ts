import type { LocalAiState, LocalInstall, LocalModel } from '../../../shared/ai/local-ai.ts';

export const CANCELLED = 'Cancelled. The partial download is kept: `local-agent ai install` continues from there.';
export const NO_RESULT = 'The agent ended before the installation did. It continues when the agent starts again.';
export const NO_DIGEST =
  '--sha256 needs --url: the digests of the listed models are known, and a file of your own is used as it is.';
export const REMOVED_ALL =
  'Removed the engine and every model. The built-in writer takes over if one of them wrote the posts.';
export const NAME_OR_ALL = 'Name the model to remove, or --all for the engine and every model.';
export const NOTHING_CHOSEN =
  'No model on this machine is chosen. Choose one with `local-agent ai use <model>`; `local-agent ai list` shows them.';

export const removed = (model: string) => `Removed ${model}.`;
export const uses = (model: string) => `${model} writes the posts from now on.`;
export const answersIn = (model: string, ms: number) => `${model} answered after ${(ms / 1000).toFixed(1)} s.`;

/** Announces, before an installation starts, its downloads, memory use and licence. */
export function announcement({ engine, memoryBytes }: LocalAiState, model: LocalModel | null): string[] {
  const lines = [];
  if (engine.state === 'missing') lines.push(`The engine comes from npm: about ${size(engine.downloadBytes)}.`);
  if (model?.bytes && model.status.state !== 'installed') {
    const rest = model.status.state === 'partial' ? `, ${size(model.status.receivedBytes)} of it already here` : '';
    const memory = model.memoryBytes === null ? '' : ` It takes about ${size(model.memoryBytes)} of memory.`;
    lines.push(`${model.title}: ${size(model.bytes)} to download${rest}.${memory}`);
  }
  if (model && !model.fits) lines.push(`This machine has ${size(memoryBytes)} of memory, which may be too little.`);
  if (model?.quantiser) lines.push(`Weights by ${model.publisher}, file by ${model.quantiser}.`);
  if (model?.licence) lines.push(`Licence: ${model.licence}.`);
  return lines;
}

const STEPS = {
  engine: 'Installing the engine',
  'engine-check': 'Trying the engine',
  model: 'Downloading the model',
  'model-check': 'Checking the model',
} as const;

export type RunningInstall = Extract<LocalInstall, { state: 'running' }>;

/** The progress of an installation's current step, in per cent. */
export function progressInWords({ step, receivedBytes, totalBytes }: RunningInstall): string {
  if (!totalBytes) return `${STEPS[step]}…`;
  const percent = Math.floor((100 * receivedBytes) / totalBytes);
  return `${STEPS[step]}: ${percent} %, ${size(receivedBytes)} of ${size(totalBytes)}`;
}

/** The result of a successful installation. */
export function doneInWords({ model, isChosen }: Extract<LocalInstall, { state: 'done' }>): string {
  if (isChosen) return `${model} is installed. ${uses(model)}`;
  return `${model} is installed. Another model is chosen; \`local-agent ai use ${model}\` switches to this one.`;
}

/** A model's status in the list. */
export function statusInWords({ status, fits, id }: LocalModel, { chosen, recommended }: LocalAiState): string {
  if (id === chosen) return 'writes the posts';
  if (status.state === 'installed') return 'installed';
  if (status.state === 'partial') return `partly downloaded (${size(status.receivedBytes)})`;
  if (status.state === 'lost') return 'its file is missing or was replaced';
  if (id === recommended) return 'recommended';
  return fits ? '' : 'too large for this machine';
}

export function size(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
