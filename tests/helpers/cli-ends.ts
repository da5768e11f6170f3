import { expect } from 'vitest';

/** The result of a command that fails with these words on standard error. */
export const failsWith = (words: string, code = 1) => ({ code, stderr: expect.stringContaining(words) });
/** The result of a command that succeeds with these words on standard output. */
export const succeedsWith = (words: string) => ({ code: 0, stdout: expect.stringContaining(words) });
