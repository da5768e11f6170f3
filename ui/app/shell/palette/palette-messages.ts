import { COMMAND_KEY } from '@/lib/keys.ts';

export const paletteMessages = {
  title: 'Search and commands',
  label: 'Search posts, screens and commands',
  placeholder: 'Search or go to…',
  groups: {
    actions: 'Do',
    screens: 'Go to',
    settings: 'Settings',
    accounts: 'Accounts',
    posts: 'Posts',
    posted: 'Posted before',
  },
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
    { keys: [COMMAND_KEY, 'B'], does: 'Show or hide the sidebar' },
    { keys: ['F8'], does: 'Go to the latest notification' },
    { keys: ['?'], does: 'Show these keys' },
  ],
} as const;
