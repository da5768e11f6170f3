import { expect } from 'vitest';

/** How a command ends that says these words on standard error. */
export const failsWith = (words: string, code = 1) => ({ code, stderr: expect.stringContaining(words) });
/** How a command ends well that says these words on standard output. */
export const succeedsWith = (words: string) => ({ code: 0, stdout: expect.stringContaining(words) });
