/** What documents.ts told this page. */
export const { layout, words, dialogs, stories, trap, extras, hasStoryButtons, hasArticles } = JSON.parse(
  document.getElementById('boot').textContent,
);
