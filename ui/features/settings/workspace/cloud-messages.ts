export const cloudMessages = {
  title: 'Writing in the cloud',
  label: 'Write posts without this computer',
  hint: 'Your Supabase project makes the autopilot’s daily post itself, also while no agent runs. With an agent that runs, whoever comes first makes it: never twice. Publishing still needs an agent.',
  writer:
    'The built-in writer writes there, unless a provider’s key is among the secrets of the function. Models on a computer are not used.',
  ownersOnly: 'Only an owner of the workspace can change this.',
  loading: 'Loading whether your project writes...',
  loadFailed: 'Failed to load whether your project writes',
  failed: 'The switch was not changed',
  autopilotOff: 'Nothing is written while the autopilot is off or paused. Its switch is under Posting.',
  neverCalled: 'The project looks every quarter of an hour whether today’s post is due.',
  called: (when: string) => `Last looked ${when}`,
  runs: 'Latest posts from there',
  running: 'Writing now',
  unfinished: 'Did not finish.',
} as const;
