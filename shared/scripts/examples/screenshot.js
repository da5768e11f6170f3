// Takes pictures of a page as a phone and as a desktop shows it. They are kept with the run.
const address = 'https://example.com/';
const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

for (const [name, viewport] of Object.entries(screens)) {
  await page.setViewport(viewport);
  await page.goto(address, { waitUntil: 'networkidle2' });
  await page.screenshot({ path: `${artifacts}/${name}.png`, fullPage: true });
  log(`Saved ${name}.png`);
}
