export const gigabytes = (bytes: number) =>
  bytes < 1e9 ? `${Math.max(1, Math.round(bytes / 1e6))} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

export const RUNNING =
  'Another model is being installed. Wait until it is done, or cancel it: `local-agent ai install --cancel`.';
export const NOTHING_RUNNING = 'Nothing is being installed.';
export const AGENT_STOPPED = 'The agent stopped. The installation continues when it starts again.';
export const BUSY = 'A model is being installed. Cancel that first: `local-agent ai install --cancel`.';
export const noSuchModel = (id: string) => `There is no model “${id}”. \`local-agent ai list\` shows them all.`;
export const notInstalled = (id: string) =>
  `${id} is not installed on this machine. Install it in Settings, AI Writer, or with \`local-agent ai install ${id}\`.`;
export const NOTHING_FITS =
  'This machine has too little memory for the listed models. To install one anyway, name it: `local-agent ai install lfm2.5-1.2b-instruct`.';
export const noRoom = (folder: string, needed: number, free: number) =>
  `The disk of ${folder} has ${gigabytes(free)} free, but ${gigabytes(needed)} are needed. Free some space, then try again.`;
export const diskFull = (folder: string) =>
  `The disk of ${folder} is full. Free some space, then try again: it continues where it stopped.`;
export const cannotWrite = (folder: string, code: string) =>
  `${folder} cannot be written (${code}). Give this user write access, then try again.`;

export const unreachable = (host: string) =>
  `${host} cannot be reached. Check the network, then try again: it continues where it stopped. LOCAL_AGENT_AI_MODELS_MIRROR names a mirror.`;
export const cut = (host: string) =>
  `The connection to ${host} was interrupted several times. Try again: it continues where it stopped.`;
export const refused = (host: string, status: number) =>
  `${host} answered with status ${status}. Try again later, or choose another model.`;
export const notThere = (host: string, status: number) =>
  `${host} does not have this file (status ${status}). Check the address, or choose another model.`;
export const wantsLogin = (host: string, status: number) =>
  `${host} requires a login for this file (status ${status}). Download it in your browser, then give its path: \`local-agent ai install --file <path>\`.`;
export const wrongSize = (host: string, expected: number, actual: number) =>
  `The file on ${host} is not the expected one: it has ${actual} bytes instead of ${expected}. Nothing was kept. Choose another model or another mirror.`;
export const tooLarge = (host: string) => `The file at ${host} is too large to be a model. Nothing was kept.`;
export const wrongDigest = (expected: string, actual: string) =>
  `The file is damaged or not the expected one: its SHA-256 is ${actual}, not ${expected}. It was deleted. Try again, or choose another source.`;
export const notGguf = (source: string) =>
  `${source} is not a GGUF file. Choose a file or an address whose name ends in .gguf.`;
export const noFile = (path: string) => `There is no file ${path}. Give the path of a GGUF file.`;
export const relativePath = (path: string) => `${path} is not an absolute path. Give the whole path of the file.`;
export const redirectsInside = (host: string) =>
  `${host} redirects the download into a private network, which public addresses may not do. Choose another address.`;
export const redirectsToHttp = (host: string) =>
  `${host} redirects the download to an address that is not encrypted. Choose another address.`;
export const redirectsTooOften = (host: string) => `${host} redirects too often. Choose another address.`;

export const noBinaries = (machine: string) =>
  `There is no engine for ${machine}. Use Ollama or LM Studio, or a provider with a key.`;
export const MUSL =
  'There is no engine for Linux with musl, such as Alpine. Use Ollama, or a distribution with glibc such as Debian.';
export const NO_NPM =
  'npm was not found next to Node, and the engine is installed with npm. Install npm (it is part of Node from https://nodejs.org), then try again.';
export const npmFailed = (reason: string) =>
  `The engine could not be installed: ${reason} Nothing was changed. Check the network and npm's registry (\`npm config get registry\`), then try again.`;
export const engineDoesNotRun = (reason: string) =>
  `The engine was downloaded but does not run on this machine: ${reason} Nothing was kept. Use Ollama or LM Studio, or a provider with a key.`;
