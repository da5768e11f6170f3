import { describe, expect, it } from 'vitest';
import { cookieTextProblem, readCookieFile } from '@/features/accounts/session/use-cookie-import.ts';
import { COOKIE_FILE_MAX_BYTES, cookieImportSchema } from '../../../../shared/accounts/account-session.ts';

describe('the text of cookies', () => {
  it.each(['', ' \n '])('may not be %j', (text) => {
    expect(cookieTextProblem(text)).toBe('Paste the cookies, or choose a file.');
  });

  it('may have 1 MB, counted in bytes, which the agent takes', () => {
    const most = 'x'.repeat(COOKIE_FILE_MAX_BYTES);
    expect(cookieTextProblem(most)).toBeNull();
    expect(cookieImportSchema.safeParse({ cookies: most }).success).toBe(true);
    expect(cookieTextProblem('é'.repeat(COOKIE_FILE_MAX_BYTES / 2 + 1))).toContain('This is 1.1 MB;');
  });
});

describe('a file of cookies', () => {
  it('is read as text', async () => {
    expect(await readCookieFile(new File(['[{}] é'], 'export.json'))).toEqual({ text: '[{}] é' });
  });

  it('that is too large, or gone meanwhile, says so', async () => {
    const large = new File(['x'.repeat(COOKIE_FILE_MAX_BYTES + 1)], 'all.txt');
    expect(await readCookieFile(large)).toEqual({ problem: expect.stringContaining('the limit is 1 MB') });
    const gone = Object.assign(new File(['x'], 'gone.txt'), { text: () => Promise.reject(new Error('gone')) });
    expect(await readCookieFile(gone)).toEqual({ problem: expect.stringContaining('could not be read') });
  });
});
