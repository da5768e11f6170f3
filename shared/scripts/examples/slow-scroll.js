// Scrolls through a page the way a reader does, with pauses of different lengths.
const address = 'https://example.com/';
const screenfuls = 5;

await page.goto(address);
for (let screenful = 1; screenful <= screenfuls; screenful++) {
  await page.mouse.wheel({ deltaY: 500 + Math.random() * 300 });
  await sleep(800 + Math.random() * 1200);
  log(`Read ${screenful} of ${screenfuls} screenfuls, now ${Math.round(await page.evaluate(() => scrollY))} px down`);
}
