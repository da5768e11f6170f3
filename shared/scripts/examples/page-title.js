// Opens a page and logs its title.
const address = 'https://example.com/';

await page.goto(address);
log(`${address} is titled "${await page.title()}"`);
