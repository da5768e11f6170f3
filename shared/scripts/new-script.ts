/** The initial content of a new script (§3). */
export const NEW_SCRIPT = { name: 'New Script', code: '// Write your Puppeteer warm-up script here\n' } as const;
