/** §2 and §8, "Scripts". */
export const scriptsMessages = {
  title: 'Scripts',
  subtitle: 'Browser automation that runs on this machine',
  list: 'Scripts',
  none: 'No scripts yet',
  noSelection: 'No Script Selected',
  empty: { title: 'No script selected', description: 'Create or select a script to get started' },
  editor: 'Script Editor',
  loadFailed: 'Error loading scripts',
};
