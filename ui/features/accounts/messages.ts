/** §2 and §8, "Accounts". `message` is the server's words. */
export const accountsMessages = {
  title: 'Social Media Accounts',
  subtitle: 'Manage connected accounts and login sessions',
  loading: 'Loading accounts...',
  empty: { title: 'No accounts connected yet', description: 'Add social media accounts to start posting' },
  loadFailed: 'Error loading accounts',
  never: 'Never warmed up',
  warmedUp: (time: string) => `✅ Warmed up at ${time}`,
};
