export const workspaceMessages = {
  loading: 'Loading the location of your data...',
  loadFailed: 'Failed to load the location of your data',
  title: 'Where your data is',
  here: 'On this machine. To share the workspace with others or serve it from several machines, link your own Supabase project.',
  hosted: 'In your own Supabase project. Logins, cookies and keys stay on this machine.',
  project: 'Project',
  signedInAs: 'The agent is signed in as',
  since: (when: string) => `since ${when}`,
  forRun:
    'Chosen when the agent was started. The next start without --supabase-url uses the workspace on this machine.',
  ownersOnly: 'Only an owner of the workspace can change this.',
  link: 'Link your Supabase project',
  signInAgain: 'Sign in again',
  unlink: 'Unlink',
  newProject: 'No project yet? This command walks you through it, step by step:',
  opening: 'Opening the workspace…',
  restart: 'Saved. Stop the agent and start it again to open the workspace.',
} as const;

export const linkFormMessages = {
  title: 'Link your Supabase project',
  description: 'The address and the publishable key are in the project’s settings, under API Keys.',
  againTitle: 'Sign in again',
  againDescription: 'Posts and jobs then continue automatically. Nothing is published twice.',
  url: 'Project address',
  urlPlaceholder: 'https://<project>.supabase.co',
  key: 'Publishable key',
  keyHint: 'Or the older anon key. Never the secret or service_role key.',
  email: 'E-mail address',
  emailHint: 'That of a member of the project’s workspace.',
  password: 'Password',
  passwordHint: 'Used once to sign in, and not stored.',
  keeps: 'The workspace on this machine stays as it is. You can go back to it at any time.',
  cancel: 'Cancel',
  confirm: 'Link',
  confirmAgain: 'Sign in',
  busy: 'Signing in...',
  failed: 'Failed to link',
} as const;

export const unlinkMessages = {
  title: 'Go back to the workspace on this machine?',
  description:
    'The agent signs out of the project, which keeps all its data. Posts that are scheduled there are published only by agents that are linked to it.',
  keep: 'Stay linked',
  confirm: 'Unlink',
  failed: 'Failed to unlink',
} as const;
