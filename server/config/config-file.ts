import { readFileSync, statSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { AppError } from '../errors.ts';

const CONFIG_MAX_BYTES = 1024 * 1024;

/**
 * Reads a config file: JSON, with comments and trailing commas allowed. Undefined if it does not exist. AppError
 * bad_input with file, line and column when it is not a JSON object.
 */
export function readConfigFile(path: string): Record<string, unknown> | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    throw broken(
      `${path}:${position(text, first.offset)}: not valid JSON (${inWords(printParseErrorCode(first.error))})`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw broken(`${path}:1:1: expected a JSON object such as { "port": 3001 }`);
  }
  return { ...value };
}

function readText(path: string): string | undefined {
  try {
    const { size } = statSync(path);
    if (size > CONFIG_MAX_BYTES) throw broken(`${path}: ${size} bytes are too many for a config file`);
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new AppError(
      'bad_input',
      `Cannot read the config file ${path} (${code}). Make it a file that this user may read.`,
      {
        cause: error,
      },
    );
  }
}

function broken(what: string): AppError {
  return new AppError('bad_input', `${what}. Correct it there, or delete the file to start with the defaults.`);
}

/** `line:column`, both 1-based. */
function position(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** CommaExpected -> "comma expected". */
function inWords(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
