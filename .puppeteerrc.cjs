/** The browser comes from @sparticuz/chromium or the machine; nothing is downloaded when packages are installed. */
module.exports = { skipDownload: true };
