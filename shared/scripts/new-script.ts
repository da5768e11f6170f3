/** What a new script begins as (§3). */
export const NEW_SCRIPT = { name: 'New Script', code: '// Write your Puppeteer warm-up script here\n' } as const;
