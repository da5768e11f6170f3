import type { LocalAiState, LocalInstall, LocalModel } from '../../../../../shared/ai/local-ai.ts';

export const localMessages = {
  title: 'On this machine: free, private',
  hint: 'A small model writes on this machine, without an account or an internet connection. Nothing leaves the machine.',
  model: 'Model on this machine',
  other: 'Another GGUF file…',
  source: 'GGUF file',
  sourceHint:
    'An address that begins with https://, or the full path of a file on this machine, which stays where it is.',
  sourceMissing: 'Enter an address or a path.',
  digest: 'SHA-256 of the file (optional)',
  digestHint: 'As stated by its publisher. A download with a different digest is deleted.',
  otherFacts: 'For models that follow instructions. The memory use is known once the file is here.',
  install: 'Install and Use',
  resume: 'Continue',
  use: 'Use This Model',
  remove: 'Remove',
  keep: 'Keep',
  cancel: 'Cancel',
  tooLarge: 'This machine may have too little memory for this model.',
  installing: (title: string) => `Installing ${title}`,
  removeTitle: (title: string) => `Remove ${title}?`,
  removeText: ({ source, bytes, status }: LocalModel) =>
    /^https?:/.test(source)
      ? `Frees ${sizeInWords(status.state === 'partial' ? status.receivedBytes : (bytes ?? 0))}. To use it again, you must download it again.`
      : 'It is removed from this list. Your file stays where it is.',
  installed: (title: string) => `${title} is installed`,
  writesNow: 'It writes your posts from the next run on.',
  notChosen: 'Another model is chosen; press “Use This Model” to change that.',
  removed: 'Model removed',
  startFailed: 'The installation could not be started',
  removeFailed: 'The model could not be removed',
  cancelFailed: 'The installation could not be cancelled',
} as const;

const STEPS = {
  engine: 'Installing the engine',
  'engine-check': 'Testing the engine',
  model: 'Downloading the model',
  'model-check': 'Checking the download',
} as const;

/** The progress of an installation. */
export function progressInWords({
  step,
  receivedBytes,
  totalBytes,
}: Extract<LocalInstall, { state: 'running' }>): string {
  if (!totalBytes) return `${STEPS[step]}…`;
  return `${STEPS[step]}: ${sizeInWords(receivedBytes)} of ${sizeInWords(totalBytes)}`;
}

/** A model's label in the list, with its state. */
export function stateInWords({ id, title, fits, status }: LocalModel, { chosen, recommended }: LocalAiState): string {
  if (id === chosen) return `${title} · in use`;
  if (status.state === 'installed') return `${title} · installed`;
  if (status.state === 'partial') return `${title} · partly downloaded`;
  if (status.state === 'lost') return `${title} · file not found`;
  if (id === recommended) return `${title} · recommended`;
  return fits ? title : `${title} · large for this machine`;
}

/** Publisher, converter, licence, languages, and memory. */
export function factsOf({ publisher, quantiser, licence, languages, memoryBytes, source }: LocalModel): string {
  const memory = memoryBytes === null ? [] : [`Uses ${sizeInWords(memoryBytes)} of memory while it writes.`];
  if (publisher === null) return [`From ${source}.`, ...memory].join(' ');
  const by = quantiser === null ? publisher : `${publisher}, file by ${quantiser}`;
  return [`By ${by}, licence ${licence}.`, `Languages: ${languages}.`, ...memory].join(' ');
}

/** The size of an installation's download, and the free space. */
export function needs({ engine, freeDiskBytes }: LocalAiState, { bytes, status }: LocalModel): string {
  const ofEngine = engine.state === 'missing' ? engine.downloadBytes : 0;
  const have = status.state === 'partial' ? status.receivedBytes : 0;
  const ofModel = status.state === 'missing' || status.state === 'partial' ? Math.max(0, (bytes ?? 0) - have) : 0;
  if (ofEngine + ofModel === 0) return '';
  const free = freeDiskBytes === null ? '' : `, ${sizeInWords(freeDiskBytes)} free`;
  return `${sizeInWords(ofEngine + ofModel)} to download${free}`;
}

/** Decimal units, as for downloads: 2.1 GB, 480 MB. */
function sizeInWords(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
