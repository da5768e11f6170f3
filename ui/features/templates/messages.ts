/** §2 and §8, "Templates". */
export const templatesMessages = {
  title: 'Content Style Templates',
  subtitle: 'Configure AI content styles for each day of the week',
  loading: 'Loading templates...',
  loadFailed: 'Error',
  empty: { title: 'No templates yet', description: 'Posts are written in a plain style until there is one' },
};

/** §9: weekdays are numbered from Sunday, 0. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
