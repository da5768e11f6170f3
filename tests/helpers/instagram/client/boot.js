/** What documents.ts told this page. */
export const { layout, words, dialogs, stories } = JSON.parse(document.getElementById('boot').textContent);
