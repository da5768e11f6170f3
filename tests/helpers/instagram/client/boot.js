/** The data that documents.ts gave this page. */
export const { layout, words, dialogs, stories, trap, extras, hasStoryButtons, hasArticles } = JSON.parse(
  document.getElementById('boot').textContent,
);
