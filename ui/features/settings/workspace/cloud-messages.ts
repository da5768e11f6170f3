export const cloudMessages = {
  title: 'Writing in the cloud',
  label: 'Write posts without this computer',
  hint: 'Your Supabase project makes the autopilot’s daily post itself, even while no agent runs. If an agent runs, whichever is first makes it, never both. Publishing still needs an agent.',
  writer:
    'The built-in writer writes there, unless the function’s secrets contain a provider’s key. Models on a computer are not used.',
  ownersOnly: 'Only an owner of the workspace can change this.',
  loading: 'Loading the cloud setting...',
  loadFailed: 'Failed to load the cloud setting',
  failed: 'The setting was not changed',
  autopilotOff: 'Nothing is written while the autopilot is off or paused. Its switch is under Posting.',
  neverCalled: 'The project checks every 15 minutes whether today’s post is due.',
  called: (when: string) => `Last checked ${when}`,
  runs: 'Latest posts from there',
  running: 'Writing now',
  unfinished: 'Did not finish.',
} as const;
