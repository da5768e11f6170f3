// Collects the headlines of a page, each once.
const address = 'https://example.com/';

await page.goto(address);
const headlines = await page.$$eval('h1, h2, h3', (elements) => elements.map((element) => element.textContent.trim()));
for (const headline of new Set(headlines)) log(headline);
