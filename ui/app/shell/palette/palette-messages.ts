import { COMMAND_KEY } from '@/lib/keys.ts';

export const paletteMessages = {
  title: 'Search and commands',
  label: 'Search posts, screens and commands',
  placeholder: 'Search or go to…',
  groups: { actions: 'Do', screens: 'Go to', settings: 'Settings', accounts: 'Accounts', posts: 'Posts' },
  newPost: 'New post',
  generate: 'Generate posts',
  addAccount: 'Add an account',
  untitled: 'Post without text',
  none: (text: string) => `Nothing found for “${text}”.`,
  count: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
  keysTitle: 'Keys',
  keys: [
    { keys: [COMMAND_KEY, 'K'], does: 'Search, or go to a screen' },
    { keys: ['N'], does: 'New post' },
    { keys: ['/'], does: 'Search on this screen' },
    { keys: ['J'], does: 'Next item in a list' },
    { keys: ['K'], does: 'Previous item in a list' },
    { keys: ['R'], does: 'In Answers: write an answer' },
    { keys: ['E'], does: 'In Answers: done, go on to the next' },
    { keys: ['U'], does: 'In Answers: mark as unread' },
    { keys: [COMMAND_KEY, 'B'], does: 'Show or hide the sidebar' },
    { keys: ['F8'], does: 'Go to the latest notification' },
    { keys: ['?'], does: 'Show these keys' },
  ],
} as const;
